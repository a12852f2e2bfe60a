import { keepPreviousData } from "@tanstack/react-query";
import { type ReactNode, useRef } from "react";
import { addressData, chainData, type NewestBlock, POLLED, useBlocks, useQueryNow } from "./api.ts";
import { CHAINS, SERVED } from "./chains.ts";
import {
  blockTime,
  formatAmount,
  GWEI_DECIMALS,
  groupDigits,
  percentOf,
  shortenAmount,
} from "./format.ts";
import { AddressLink, BlockLink, Choices, TransactionLink } from "./links.tsx";
import { Bars, Meter } from "./marks.tsx";
import { Age, Card, Text, Title } from "./parts.tsx";
import { useChain } from "./route.ts";
import { Bones, Listing, Loaded } from "./states.tsx";
import { type Listed, Method, Moved, Receiver } from "./transactions.tsx";

export function Home() {
  const chain = useChain();
  const query = useQueryNow({
    ...chainData.getBlock.queryOptions({ chain_name: chain, block_number: "latest" }),
    ...POLLED,
    placeholderData: keepPreviousData,
  });
  const blocks = useBlocks(query.data?.block.number);
  const content = (
    <>
      <Live blocks={blocks} />
      <div className="feeds">
        <LatestBlocks blocks={blocks} />
        <LatestTransactions />
      </div>
    </>
  );
  return (
    <>
      <div className="title">
        <Title text={CHAINS[chain].label} />
        {SERVED.length > 1 && (
          <Choices
            label="Chains"
            className="chains"
            links={SERVED.map((each) => [{ chain: each, page: "home" }, CHAINS[each].label])}
          />
        )}
      </div>
      <Loaded what="The newest block" query={query} bones={content}>
        {() => content}
      </Loaded>
    </>
  );
}

/** The chain at a glance: its newest block, and figures of the last ones. */
function Live({ blocks }: { blocks: readonly NewestBlock[] }) {
  const [newest] = blocks;
  const block = newest?.block;
  const loaded = blocks.flatMap((each) => each.block ?? []);
  const seconds = blockTime(loaded);
  const fee = block?.base_fee_per_gas;
  const gas = block && percentOf(block.gas_used, block.gas_limit);
  const counts = loaded.map((each) => each.transaction_count).reverse();
  const count = counts.at(-1) ?? 0;
  const mean = counts.reduce((sum, each) => sum + each, 0) / (counts.length || 1);
  const last = `${counts.length} block${counts.length === 1 ? "" : "s"}`;
  const span = `between ${groupDigits(Math.min(...counts, count))} and ${groupDigits(Math.max(...counts, count))}`;
  return (
    <dl className="card live">
      <Figure
        name="Latest block"
        value={newest && <BlockLink number={newest.number} />}
        note={block && <Age timestamp={block.timestamp} />}
      />
      <Figure
        name="Block time"
        value={seconds?.toFixed(1)}
        unit="s"
        note={seconds !== undefined && `mean of ${loaded.length} blocks`}
      />
      {fee ? (
        <Figure
          name="Base fee"
          value={shortenAmount(formatAmount(fee, GWEI_DECIMALS), DIGITS)}
          unit="gwei"
          note={gas !== undefined && `gas ${gas} % used`}
        />
      ) : (
        <Figure name="Gas used" value={gas} unit="%" />
      )}
      <Figure
        name="Transactions per block"
        value={groupDigits(count)}
        unit="in the latest"
        note={
          <>
            {last}, mean <Text>{groupDigits(Math.round(mean))}</Text>
          </>
        }
      >
        <Bars
          values={counts}
          label={`Transactions per block, last ${last}: ${span}, latest ${groupDigits(count)}`}
        />
      </Figure>
    </dl>
  );
}

/** The strip is for a glance; the page of the block has all digits. */
const DIGITS = 3;
const LETTERS = 24;

interface FigureProps {
  readonly name: string;
  readonly value: ReactNode;
  readonly unit?: string;
  readonly note?: ReactNode;
  readonly children?: ReactNode;
}

function Figure({ name, value = "–", unit, note, children }: FigureProps) {
  return (
    <div className={children ? "graph" : undefined}>
      <dt>
        {name === "Latest block" && <span className="dot live" />}
        {name}
      </dt>
      <dd>
        {typeof value === "string" ? <Text max={LETTERS}>{value}</Text> : value}{" "}
        {value !== "–" && unit && <small>{unit}</small>}
      </dd>
      <dd className="note">{note}</dd>
      {children && <dd className="picture">{children}</dd>}
    </div>
  );
}

/** Rows of each feed. They stay where they are, and what they show moves down. */
const COUNT = 8;

/** Returns whether a block came while the reader looks. */
function useIsFresh(newest: number | undefined): (number: number) => boolean {
  const first = useRef(newest);
  first.current ??= newest;
  return (number) => number > (first.current ?? number);
}

/** The newest blocks; those that came while the reader looks are marked for a moment. */
function LatestBlocks({ blocks }: { blocks: readonly NewestBlock[] }) {
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

function LatestTransactions() {
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
