import { setTimeout as wait } from "node:timers/promises";
import { record } from "../record.ts";
import { median, millis, percentile, rising, shown } from "../service/figures.ts";
import { markdown } from "../service/report.ts";
import type { Bar } from "../svg.ts";
import { blockOf, nameOf } from "./blocks.ts";
import { openStores } from "./stores.ts";

/** The busiest chain: transactions per second of its average day, and seconds per block. */
const BUSIEST = { name: "bsc", perSecond: 174, blockSeconds: 0.75 };
const FACTOR = 10;
/** Of about as many transactions as in production, so that ranges change during the run. */
const BLOCKS_PER_RANGE = 100;

/** One line of the table. */
export interface GrowthMinute {
  readonly minute: number;
  readonly transactions: number;
  /** Transactions per second. */
  readonly rate: number;
  /** Blocks that are due and not stored yet, at most. */
  readonly behind: number;
  /** Seconds of a write: median and 99th percentile. */
  readonly write: readonly [number, number];
  readonly megabytes: number;
}

/**
 * Writes synthetic blocks to PostgreSQL at ten times the rate of the busiest chain, as a follower at the
 * head does: one block per transaction, when it is due.
 */
export async function simulateGrowth(minutes: number): Promise<GrowthMinute[]> {
  const perBlock = Math.ceil(BUSIEST.perSecond * BUSIEST.blockSeconds * FACTOR);
  const stores = await openStores(BLOCKS_PER_RANGE);
  const { writer, reader } = stores.postgres;
  const lines: GrowthMinute[] = [];
  const parts = Math.max(1, Math.round(minutes));
  const partSeconds = (minutes * 60) / parts;
  const start = performance.now() / 1000;
  const elapsed = () => performance.now() / 1000 - start;
  try {
    let number = 0;
    for (let minute = 1; minute <= parts; minute++) {
      const writes: number[] = [];
      let behind = 0;
      const partStart = elapsed();
      while (elapsed() < minute * partSeconds) {
        const due = Math.floor(elapsed() / BUSIEST.blockSeconds) + 1;
        if (number >= due) {
          await wait(Math.max(0, (due * BUSIEST.blockSeconds - elapsed()) * 1000));
          continue;
        }
        behind = Math.max(behind, due - number - 1);
        const change = blockOf(number, 0, perBlock);
        const before = elapsed();
        await writer.addBlocks([change], number > 0 ? nameOf(number - 1) : undefined);
        writes.push(elapsed() - before);
        number += 1;
      }
      lines.push({
        ...{ minute: minute * (minutes / parts), transactions: number * perBlock, behind },
        rate: (writes.length * perBlock) / (elapsed() - partStart),
        write: [median(writes), percentile(rising(writes), 0.99)],
        megabytes: (await reader.size()) / 1e6,
      });
    }
  } finally {
    await stores.close();
  }
  return lines;
}

/** Formats the simulation as a table. */
function growthTable(lines: readonly GrowthMinute[]): string {
  const { name, perSecond, blockSeconds } = BUSIEST;
  const head = ["minute", "transactions", "per second", "blocks behind", "write", "99 %", "MB"];
  const rows = lines.map(({ minute, transactions, rate, behind, write, megabytes }) => [
    ...[minute, transactions, rate, behind].map(shown),
    ...write.map(millis),
    shown(megabytes),
  ]);
  const title = `${FACTOR} × ${name}: ${perSecond * FACTOR} transactions per second, a block each ${blockSeconds} s`;
  return `${title}\n\n${markdown([head, ...rows])}`;
}

/** Compares the median write of each minute to that of the first. */
export function growthBars(lines: readonly GrowthMinute[]): Bar[] {
  const [first, ...later] = lines;
  return later.map(({ minute, write }) => ({
    label: `write, minute ${shown(minute)} to minute 1`,
    ratio: write[0] / (first?.write[0] ?? Number.NaN),
  }));
}

/** Simulates growth and prints the table. @param isRecorded Whether to record the ratios in history and chart. */
export async function measureGrowth(minutes: number, isRecorded: boolean): Promise<void> {
  const lines = await simulateGrowth(minutes);
  console.log(growthTable(lines));
  if (isRecorded) {
    console.log((await record("growth", growthBars(lines))).join("\n"));
  }
}
