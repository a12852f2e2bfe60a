import { useQuery } from "@tanstack/react-query";
import { chainData } from "../api.ts";
import type { ChainName } from "../chains.ts";
import { Call } from "../components/call.tsx";
import { Loaded } from "../components/loaded.tsx";
import { Title } from "../components/title.tsx";
import { TransactionDetails } from "../components/transaction-details.tsx";

/** A transaction with its call and its amounts. */
export function TransactionPage({ chain, hash }: { chain: ChainName; hash: string }) {
  const query = useQuery(
    chainData.getTransaction.queryOptions({ chain_name: chain, transaction_hash: hash }),
  );
  return (
    <>
      <Title text="Transaction" />
      <Loaded what="The transaction" query={query}>
        {({ transaction }) => (
          <>
            <TransactionDetails chain={chain} transaction={transaction} />
            <h2>Call</h2>
            <Call chain={chain} transaction={transaction} />
          </>
        )}
      </Loaded>
    </>
  );
}
