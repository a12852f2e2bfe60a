import type { ChainData } from "@chainkit/client";
import type { ReactNode } from "react";
import type { ChainName } from "../chains.ts";
import { formatAmount, GWEI_DECIMALS, groupDigits, shortenAmount } from "../format/amount.ts";
import { percentOf } from "../format/percent.ts";
import { blockTime, mean } from "../format/rate.ts";
import { Age } from "./age.tsx";
import { Bars } from "./graphs.tsx";
import { BlockLink } from "./links.tsx";

interface LiveProps {
  readonly chain: ChainName;
  readonly newest: number;
  readonly blocks: ReadonlyMap<number, ChainData.Block>;
}

/** The chain at a glance: its newest block, and figures of the last ones. */
export function Live({ chain, newest, blocks }: LiveProps) {
  const block = blocks.get(newest);
  const oldestFirst = [...blocks.values()].sort((a, b) => a.number - b.number);
  const seconds = blockTime(oldestFirst);
  const count = oldestFirst.length;
  return (
    <dl className="card live">
      <Figure
        name={
          <>
            <span className="dot live" />
            Latest block
          </>
        }
        note={block && <Age timestamp={block.timestamp} />}
      >
        <BlockLink chain={chain} number={newest} />
      </Figure>
      <Figure name="Block time" note={seconds !== undefined && `mean of ${count} blocks`}>
        {seconds === undefined ? (
          "–"
        ) : (
          <>
            {seconds.toFixed(1)} <small>s</small>
          </>
        )}
      </Figure>
      <Figure
        name={block?.base_fee_per_gas ? "Base fee" : "Gas used"}
        note={block?.base_fee_per_gas && `gas ${gasPercent(block)} % used`}
      >
        <Gas block={block} />
      </Figure>
      <Transactions counts={oldestFirst.map((each) => each.transaction_count)} />
    </dl>
  );
}

interface FigureProps {
  readonly name: ReactNode;
  readonly note: ReactNode;
  readonly children: ReactNode;
}

function Figure({ name, note, children }: FigureProps) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
      <dd className="note">{note}</dd>
    </div>
  );
}

function Gas({ block }: { block: ChainData.Block | undefined }) {
  if (!block) {
    return "–";
  }
  const { base_fee_per_gas: fee } = block;
  return fee ? (
    <>
      {shortGwei(fee)} <small>gwei</small>
    </>
  ) : (
    <>
      {gasPercent(block)} <small>%</small>
    </>
  );
}

function Transactions({ counts }: { counts: readonly number[] }) {
  const newest = counts.at(-1) ?? 0;
  const span = `between ${groupDigits(Math.min(...counts))} and ${groupDigits(Math.max(...counts))}`;
  const blocks = `${counts.length} block${counts.length === 1 ? "" : "s"}`;
  const label = `Transactions per block, last ${blocks}: ${span}, latest ${groupDigits(newest)}`;
  return (
    <div className="graph">
      <dt>Transactions per block</dt>
      <dd>
        {groupDigits(newest)} <small>in the latest</small>
      </dd>
      <dd className="note">
        {blocks}, mean {groupDigits(Math.round(mean(counts)))}
      </dd>
      <dd className="picture">{counts.length > 0 && <Bars values={counts} label={label} />}</dd>
    </div>
  );
}

function gasPercent({ gas_used, gas_limit }: ChainData.Block): number {
  return percentOf(gas_used, gas_limit);
}

const DIGITS = 3;

/** The strip is for a glance; the page of the block has all digits. */
function shortGwei(wei: string): string {
  return shortenAmount(formatAmount(wei, GWEI_DECIMALS), DIGITS);
}
