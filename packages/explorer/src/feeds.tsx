import { useRef } from "react";
import { addressData, type NewestBlock, POLLED, useQueryNow } from "./api.ts";
import { groupDigits, percentOf } from "./format.ts";
import { AddressLink, BlockLink, TransactionLink } from "./links.tsx";
import { Meter } from "./marks.tsx";
import { Age, Card, Text } from "./parts.tsx";
import { useChain } from "./route.ts";
import { Bones, Listing } from "./states.tsx";
import { type Listed, Method, Moved, Receiver } from "./transactions.tsx";

/** Rows of each feed. They stay where they are, and what they show moves down. */
const COUNT = 8;

/** Returns whether a block came while the reader looks. */
function useIsFresh(newest: number | undefined): (number: number) => boolean {
  const first = useRef(newest);
  first.current ??= newest;
  return (number) => number > (first.current ?? number);
}

/** The newest blocks; those that came while the reader looks are marked for a moment. */
export function LatestBlocks({ blocks }: { blocks: readonly NewestBlock[] }) {
  const isFresh = useIsFresh(blocks[0]?.number);
  return (
    <Card title="Latest blocks">
      {blocks.length === 0 ? (
        <Bones count={COUNT} of="blocks" />
      ) : (
        <ol className="feed blocks" aria-label="Latest blocks">
          {blocks.slice(0, COUNT).map((each, at) => (
            // A row that moved would shift the layout.
            <li key={at}>
              {isFresh(each.number) && <i key={each.number} className="fresh" />}
              <BlockRow {...each} />
            </li>
          ))}
        </ol>
      )}
    </Card>
  );
}

function BlockRow({ number, block, isFailed }: NewestBlock) {
  const percent = block && percentOf(block.gas_used, block.gas_limit);
  return (
    <>
      <div>
        <strong>
          <BlockLink number={number} />
        </strong>
        <small>{block && <Age timestamp={block.timestamp} />}</small>
      </div>
      <div>
        {block && (
          <span>
            <Text>{groupDigits(block.transaction_count)}</Text>{" "}
            <span className="muted">transaction{block.transaction_count === 1 ? "" : "s"}</span>
          </span>
        )}
        {!block && (isFailed ? <small>not loaded</small> : <span className="bone" />)}
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

export function LatestTransactions() {
  const params = { chainName: useChain(), limit: COUNT };
  const query = useQueryNow({
    ...addressData.getLatestTransactions.queryOptions(params),
    ...POLLED,
    select: ({ transactions }) => transactions.slice(0, COUNT),
  });
  const isFresh = useIsFresh(query.data?.[0]?.block_number);
  return (
    <Listing
      title="Latest transactions"
      query={query}
      bones={<Bones count={COUNT} of="txs" />}
      none="No transactions yet."
    >
      {(transactions) => (
        <ol className="feed txs" aria-label="Latest transactions">
          {transactions.map((each, at) => (
            // A row that moved would shift the layout.
            <li key={at}>
              {isFresh(each.block_number) && <i key={each.transaction_hash} className="fresh" />}
              <TransactionRow transaction={each} among={transactions} />
            </li>
          ))}
        </ol>
      )}
    </Listing>
  );
}

function TransactionRow({ transaction, among }: Listed) {
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
        <Moved transaction={transaction} among={among} />
      </div>
    </>
  );
}
