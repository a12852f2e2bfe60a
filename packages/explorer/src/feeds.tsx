import type { AddressData, ChainData } from "@chainkit/client";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { addressData, type NewestBlocks, POLL_MS } from "./api.ts";
import type { ChainName } from "./chains.ts";
import { groupDigits, percentOf } from "./format.ts";
import { Meter } from "./marks.tsx";
import {
  AddressLink,
  Age,
  BlockLink,
  Card,
  Empty,
  ListedValue,
  TransactionLink,
} from "./parts.tsx";
import { Loaded } from "./states.tsx";
import { Method } from "./transactions.tsx";

const COUNT = 8;

interface LatestBlocksProps {
  readonly chain: ChainName;
  readonly newest: number;
  readonly blocks: NewestBlocks;
}

/** The newest blocks; those that came while the reader looks are marked for a moment. */
export function LatestBlocks({ chain, newest, blocks }: LatestBlocksProps) {
  const [first] = useState(newest);
  const numbers = Array.from({ length: Math.min(COUNT, newest + 1) }, (_, at) => newest - at);
  return (
    <Card title="Latest blocks">
      <ol className="feed blocks" aria-label="Latest blocks">
        {numbers.map((number) => (
          <li key={number} className={number > first ? "fresh" : ""}>
            <BlockRow
              chain={chain}
              number={number}
              block={blocks.loaded.get(number)}
              isFailed={blocks.failed.has(number)}
            />
          </li>
        ))}
      </ol>
    </Card>
  );
}

interface RowProps {
  readonly chain: ChainName;
  readonly number: number;
  readonly block: ChainData.Block | undefined;
  readonly isFailed: boolean;
}

function BlockRow({ chain, number, block, isFailed }: RowProps) {
  const percent = block && percentOf(block.gas_used, block.gas_limit);
  return (
    <>
      <div>
        <strong>
          <BlockLink chain={chain} number={number} />
        </strong>
        <small>{block && <Age timestamp={block.timestamp} />}</small>
      </div>
      <div>
        {block && transactions(block.transaction_count)}
        {!block && (isFailed ? <small>not loaded</small> : <span className="bone" />)}
        {block?.miner && (
          <small className="by">
            <span className="wide-only">by</span>
            <AddressLink chain={chain} address={block.miner} plain />
          </small>
        )}
      </div>
      {percent !== undefined && (
        <div className="end">
          <small>{percent} % gas</small>
          <Meter percent={percent} />
        </div>
      )}
    </>
  );
}

function transactions(count: number) {
  return (
    <span>
      {groupDigits(count)} <span className="muted">transaction{count === 1 ? "" : "s"}</span>
    </span>
  );
}

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
                  <TransactionRow chain={chain} transaction={each} />
                </li>
              ))}
            </ol>
          )
        }
      </Loaded>
    </Card>
  );
}

function TransactionRow({
  chain,
  transaction,
}: {
  chain: ChainName;
  transaction: AddressData.Transaction;
}) {
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
