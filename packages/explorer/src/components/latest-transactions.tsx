import type { AddressData } from "@chainkit/client";
import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { addressData, POLL_MS } from "../api.ts";
import type { ChainName } from "../chains.ts";
import { Age } from "./age.tsx";
import { ListedValue } from "./amount.tsx";
import { Card, Empty } from "./card.tsx";
import { AddressLink, TransactionLink } from "./links.tsx";
import { Loaded } from "./loaded.tsx";
import { Method } from "./method.tsx";

const COUNT = 8;

/** The query of the newest transactions. */
export function latestTransactions(chain: ChainName) {
  return addressData.getLatestTransactions.queryOptions({ chainName: chain, limit: COUNT });
}

/** The newest transactions, polled. */
export function LatestTransactions({ chain }: { chain: ChainName }) {
  const first = useRef<number>(undefined);
  const query = useQuery({
    ...latestTransactions(chain),
    refetchInterval: ({ state }) => (state.status === "error" ? false : POLL_MS),
  });
  const newest = query.data?.transactions[0]?.block_number;
  first.current ??= newest;
  const isFresh = ({ block_number }: AddressData.Transaction) =>
    block_number > (first.current ?? block_number);
  return (
    <Card title="Latest transactions">
      <Loaded what="The list of transactions" query={query}>
        {({ transactions }) =>
          transactions.length === 0 ? (
            <Empty>No transactions yet.</Empty>
          ) : (
            <ol className="feed txs" aria-label="Latest transactions">
              {transactions.map((each) => (
                <li key={each.transaction_hash} className={isFresh(each) ? "fresh" : ""}>
                  <Row chain={chain} transaction={each} />
                </li>
              ))}
            </ol>
          )
        }
      </Loaded>
    </Card>
  );
}

function Row({ chain, transaction }: { chain: ChainName; transaction: AddressData.Transaction }) {
  const { block_timestamp, from_address, to_address, transaction_hash, value } = transaction;
  return (
    <>
      <div>
        <TransactionLink chain={chain} hash={transaction_hash} />
        <small>
          <Age timestamp={block_timestamp} />
        </small>
      </div>
      <div className="called">
        <Method transaction={transaction} />
      </div>
      <div className="pair">
        <span>from</span>
        <AddressLink chain={chain} address={from_address} />
        <span>to</span>
        {to_address ? (
          <AddressLink chain={chain} address={to_address} />
        ) : (
          <em className="muted">new contract</em>
        )}
      </div>
      <div className="end">
        <ListedValue chain={chain} wei={value} />
      </div>
    </>
  );
}
