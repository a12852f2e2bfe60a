import { keepPreviousData } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { chainData, type NewestBlock, POLLED, useBlocks, useQueryNow } from "./api.ts";
import { CHAINS, SERVED } from "./chains.ts";
import { LatestBlocks, LatestTransactions } from "./feeds.tsx";
import {
  blockTime,
  formatAmount,
  GWEI_DECIMALS,
  groupDigits,
  magnitudeOf,
  percentOf,
  shortenAmount,
} from "./format.ts";
import { BlockLink, RouteLink } from "./links.tsx";
import { Bars } from "./marks.tsx";
import { Age, Digits, Title } from "./parts.tsx";
import { useChain } from "./route.ts";
import { Loaded } from "./states.tsx";

/** The newest blocks and transactions, as they come. */
export function Home() {
  const chain = useChain();
  const query = useQueryNow({
    ...chainData.getBlock.queryOptions({ chain_name: chain, block_number: "latest" }),
    ...POLLED,
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <div className="title">
        <Title text={CHAINS[chain].label} />
        {SERVED.length > 1 && <Chains />}
      </div>
      <Loaded what="The newest block" query={query} bones={<Newest newest={undefined} />}>
        {({ block }) => <Newest newest={block.number} />}
      </Loaded>
    </>
  );
}

function Chains() {
  const chain = useChain();
  return (
    <nav className="chains" aria-label="Chains">
      {SERVED.map((each) => (
        <RouteLink key={each} route={{ chain: each, page: "home" }} isCurrent={each === chain}>
          {CHAINS[each].label}
        </RouteLink>
      ))}
    </nav>
  );
}

function Newest({ newest }: { newest: number | undefined }) {
  const blocks = useBlocks(newest);
  return (
    <>
      <Live blocks={blocks} />
      <div className="feeds">
        <LatestBlocks blocks={blocks} />
        <LatestTransactions />
      </div>
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
  const gas = block && (percentOf(block.gas_used, block.gas_limit) ?? "–");
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
        <Figure name="Base fee" value={shortGwei(fee)} unit="gwei" note={`gas ${gas} % used`} />
      ) : (
        <Figure name="Gas used" value={gas} unit="%" />
      )}
      <TransactionCounts counts={loaded.map((each) => each.transaction_count).reverse()} />
    </dl>
  );
}

interface FigureProps {
  readonly name: string;
  /** Absent while it is unknown. */
  readonly value: ReactNode;
  readonly unit?: string;
  readonly note?: ReactNode;
}

function Figure({ name, value, unit, note }: FigureProps) {
  return (
    <div>
      <dt>
        {name === "Latest block" && <span className="dot live" />}
        {name}
      </dt>
      <dd>
        {typeof value === "string" ? <ShortNumber text={value} /> : (value ?? "–")}{" "}
        {value !== undefined && unit && <small>{unit}</small>}
      </dd>
      <dd className="note">{note}</dd>
    </div>
  );
}

/** @param props.counts Of each block, oldest first. */
function TransactionCounts({ counts }: { counts: readonly number[] }) {
  const newest = counts.at(-1) ?? 0;
  const [least, most] = [Math.min(newest, ...counts), Math.max(newest, ...counts)];
  const mean = counts.reduce((sum, count) => sum + count, 0) / (counts.length || 1);
  const span = `between ${groupDigits(least)} and ${groupDigits(most)}`;
  const blocks = `${counts.length} block${counts.length === 1 ? "" : "s"}`;
  const label = `Transactions per block, last ${blocks}: ${span}, latest ${groupDigits(newest)}`;
  return (
    <div className="graph">
      <dt>Transactions per block</dt>
      <dd>
        <ShortNumber text={groupDigits(newest)} /> <small>in the latest</small>
      </dd>
      <dd className="note">
        {blocks}, mean <Digits of={Math.round(mean)} />
      </dd>
      <dd className="picture">
        <Bars values={counts} label={label} />
      </dd>
    </div>
  );
}

/** A number that fits the strip; its tooltip has all digits. */
function ShortNumber({ text }: { text: string }) {
  return <bdi title={text}>{magnitudeOf(text, FIGURE)}</bdi>;
}

const DIGITS = 3;
/** Letters of a figure that fit the strip. */
const FIGURE = 12;

/** The strip is for a glance; the page of the block has all digits. */
function shortGwei(wei: string): string {
  return shortenAmount(formatAmount(wei, GWEI_DECIMALS), DIGITS);
}
