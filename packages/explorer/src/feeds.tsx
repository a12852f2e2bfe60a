import type { AddressData } from "@chainkit/client";
import { useRef } from "react";
import { addressData, type NewestBlocks, POLLED, useQueryNow } from "./api.ts";
import { percentOf } from "./format.ts";
import { AddressLink, BlockLink, TransactionLink } from "./links.tsx";
import { Meter } from "./marks.tsx";
import { Age, Card, Digits, Empty } from "./parts.tsx";
import { useChain } from "./route.ts";
import { Bones, Loaded } from "./states.tsx";
import { holdersIn, type Listed, Method, Moved, Receiver } from "./transactions.tsx";

/** Rows of each feed. They stay where they are, and what they show moves down. */
const COUNT = 8;

/** The newest blocks; those that came while the reader looks are marked for a moment. */
export function LatestBlocks(blocks: NewestBlocks) {
  const { newest } = blocks;
  const first = useRef(newest);
  first.current ??= newest;
  const count = Math.min(COUNT, (newest ?? 0) + 1);
  return (
    <Card title="Latest blocks">
      {newest === undefined ? (
        <Bones count={COUNT} of="blocks" />
      ) : (
        <ol className="feed blocks" aria-label="Latest blocks">
          {Array.from({ length: count }, (_, at) => (
            // A row that moved would shift the layout.
            <li key={at}>
              <BlockRow number={newest - at} seen={first.current} blocks={blocks} />
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}

interface BlockRowProps {
  readonly number: number;
  /** The newest block when the reader came. */
  readonly seen: number | undefined;
  readonly blocks: NewestBlocks;
}

function BlockRow({ number, seen = number, blocks }: BlockRowProps) {
  const block = blocks.loaded.get(number);
  const percent = block && percentOf(block.gas_used, block.gas_limit);
  return (
    <>
      {number > seen && <i key={number} className="fresh" />}
      <div>
        <strong>
          <BlockLink number={number} />
        </strong>
        <small>{block && <Age timestamp={block.timestamp} />}</small>
      </div>
      <div>
        {block && (
          <span>
            <Digits of={block.transaction_count} />{" "}
            <span className="muted">transaction{block.transaction_count === 1 ? "" : "s"}</span>
          </span>
        )}
        {!block &&
          (blocks.failed.has(number) ? <small>not loaded</small> : <span className="bone" />)}
        {block?.miner && (
          <small className="by">
            <span className="wide-only">by</span>
            <AddressLink address={block.miner} plain />
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

/** The newest transactions, polled. */
export function LatestTransactions() {
  const first = useRef<number>(undefined);
  const params = { chainName: useChain(), limit: COUNT };
  const query = useQueryNow({
    ...addressData.getLatestTransactions.queryOptions(params),
    ...POLLED,
  });
  const newest = query.data?.transactions[0]?.block_number;
  first.current ??= newest;
  const isFresh = ({ block_number }: AddressData.Transaction) =>
    block_number > (first.current ?? block_number);
  return (
    <Card title="Latest transactions">
      <Loaded
        what="The list of transactions"
        query={query}
        bones={<Bones count={COUNT} of="txs" />}
      >
        {({ transactions }) =>
          transactions.length === 0 ? (
            <Empty>No transactions yet.</Empty>
          ) : (
            <ol className="feed txs" aria-label="Latest transactions">
              {transactions.slice(0, COUNT).map((each, at) => (
                // A row that moved would shift the layout.
                <li key={at}>
                  {isFresh(each) && <i key={each.transaction_hash} className="fresh" />}
                  <TransactionRow transaction={each} holders={holdersIn(transactions, each)} />
                </li>
              ))}
            </ol>
          )
        }
      </Loaded>
    </Card>
  );
}

function TransactionRow({ transaction, holders }: Listed) {
  const { block_timestamp, from_address, to_address, transaction_hash } = transaction;
  return (
    <>
      <div>
        <TransactionLink hash={transaction_hash} />
        <small>
          <Age timestamp={block_timestamp} />
        </small>
      </div>
      <div className="called">
        <Method transaction={transaction} />
      </div>
      <div className="pair">
        <span>from</span>
        <AddressLink address={from_address} />
        <span>to</span>
        <Receiver address={to_address} />
      </div>
      <div className="end">
        <Moved transaction={transaction} holders={holders} />
      </div>
    </>
  );
}
