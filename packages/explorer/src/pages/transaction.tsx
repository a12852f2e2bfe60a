import { useQuery } from "@tanstack/react-query";
import { chainData } from "../api.ts";
import type { ChainName } from "../chains.ts";
import { Age } from "../components/age.tsx";
import { Call } from "../components/call.tsx";
import { Copy } from "../components/copy.tsx";
import { Fee } from "../components/fee.tsx";
import { Flow } from "../components/flow.tsx";
import { Hex } from "../components/links.tsx";
import { Loaded } from "../components/loaded.tsx";
import { RawInput } from "../components/raw-input.tsx";
import { Status } from "../components/status.tsx";
import { Title } from "../components/title.tsx";
import { TransactionDetails } from "../components/transaction-details.tsx";

/** A transaction with its call and its amounts. */
export function TransactionPage({ chain, hash }: { chain: ChainName; hash: string }) {
  const query = useQuery(
    chainData.getTransaction.queryOptions({ chain_name: chain, transaction_hash: hash }),
  );
  const found = query.data?.transaction;
  return (
    <>
      <div className="head">
        <Title text="Transaction">{found && <Status status={found.status} />}</Title>
        <p className="sub one">
          <Hex value={hash} whole />
          <Copy text={hash} what="the hash" />
        </p>
        {found && (
          <p className="sub">
            <Age timestamp={found.block_timestamp} exact />
          </p>
        )}
      </div>
      <Loaded
        what="The transaction"
        query={query}
        elsewhere={(other) => ({ chain: other, page: "tx", hash })}
      >
        {({ transaction }) => (
          <>
            <Flow chain={chain} transaction={transaction} />
            <div className="split">
              <div className="stack">
                <Call chain={chain} transaction={transaction} />
                {transaction.input !== "0x" && <RawInput input={transaction.input} />}
              </div>
              <div className="stack">
                <Fee chain={chain} transaction={transaction} />
                <TransactionDetails chain={chain} transaction={transaction} />
              </div>
            </div>
          </>
        )}
      </Loaded>
    </>
  );
}
