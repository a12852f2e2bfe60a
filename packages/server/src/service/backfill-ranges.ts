import { setTimeout as wait } from "node:timers/promises";
import type { BlockName } from "../chain/records.ts";
import { fetchBlocks, numbersBetween } from "../ingest/fetch-blocks.ts";
import {
  type Checks,
  checkBlocks,
  linkBlocks,
  MAX_BLOCKS,
  writeBlocks,
} from "../ingest/verified-blocks.ts";
import type { ChainSource } from "../source/node.ts";
import type { Fill, RangeFiller } from "../store/postgres/range-fill.ts";
import { blocksPerSecond, countBlocks, type Display } from "./display.ts";

/** Options of `backfillRanges`. */
export interface BackfillRangesOptions extends Checks {
  /** First block to store. */
  readonly from: number;
  /** Number of ranges that are filled at the same time. */
  readonly workers: number;
}

/** Interval at which ranges that other processes fill are checked. */
const WAIT_MS = 1_000;

/**
 * Adds blocks below the first stored one, in several ranges at the same time. Each range is linked by
 * hash from its first to its last block, and is attached when that is the parent of the first stored
 * block; until then no reader sees it. Interrupted ranges are resumed.
 *
 * @param open Opens a filler; each worker has one.
 * @returns Number of blocks that this process added.
 * @throws Error if a node lacks a block, or if blocks do not lead up to the stored ones.
 */
export async function backfillRanges(
  open: () => Promise<RangeFiller>,
  source: ChainSource,
  options: BackfillRangesOptions,
  display: Display,
): Promise<number> {
  const fillers = await Promise.all(Array.from({ length: options.workers + 1 }, open));
  const [main, ...others] = fillers as [RangeFiller, ...RangeFiller[]];
  const count = countBlocks(
    display,
    (done, perSecond) => `${done} blocks added, ${blocksPerSecond(perSecond)}`,
  );
  const stop = new AbortController();
  const work: Work = { source, checks: options, count, signal: stop.signal };
  const stopAll = (error: unknown) => {
    stop.abort(error);
    throw error;
  };
  try {
    const seam = await main.plan(options.from);
    do {
      const all = [downTo(main, seam, work), ...others.map((filler) => fillRanges(filler, work))];
      const stopped = all.map((each) => each.catch(stopAll));
      await Promise.allSettled(stopped);
      await Promise.all(stopped);
      // Other processes may fill ranges, too; those of a process that has ended can be claimed later.
    } while ((await main.attach()) > 0 && (await wait(WAIT_MS, true)));
  } catch (error) {
    // Blocks below may come from the same node.
    if ((error as Error).name === "SeamError") {
      await main.discard();
    }
    throw error;
  } finally {
    await Promise.all(fillers.map((filler) => filler.close()));
    display.end();
  }
  return count(0);
}

/** What all workers share. */
interface Work {
  readonly source: ChainSource;
  readonly checks: Checks;
  readonly count: (added: number) => void;
  /** Aborted once one of them has failed. */
  readonly signal: AbortSignal;
}

/** Adds the blocks between the ranges and the first stored block, in descending order. */
async function downTo(
  filler: RangeFiller,
  seam: number,
  { source, checks, count, signal }: Work,
): Promise<void> {
  for (let first = await filler.first(); first.number > seam; first = await filler.first()) {
    signal.throwIfAborted();
    const start = Math.max(seam, first.number - MAX_BLOCKS);
    const numbers = numbersBetween(start, first.number).reverse();
    const checked = checkBlocks(fetchBlocks(source, numbers), () => checks);
    const expected = { number: first.number - 1, hash: first.parentHash };
    let lowest: BlockName = first;
    await writeBlocks(linkBlocks(checked, "down", expected), async (changes) => {
      if (await filler.prepend(changes.toReversed(), lowest)) {
        count(changes.length);
      }
      lowest = changes.at(-1)?.block ?? lowest;
    });
  }
}

/** Fills one range after the other, until there is none left. */
async function fillRanges(filler: RangeFiller, work: Work): Promise<void> {
  for (let fill = await filler.claim(); fill; fill = await filler.claim()) {
    await fillRange(filler, fill, work);
    await filler.attach();
  }
}

async function fillRange(
  filler: RangeFiller,
  claimed: Fill,
  { source, checks, count, signal }: Work,
): Promise<void> {
  let fill = claimed;
  try {
    const { hash, next, end } = fill;
    const parent = hash === null ? undefined : { number: next - 1, hash };
    const checked = checkBlocks(fetchBlocks(source, numbersBetween(next, end)), () => checks);
    await writeBlocks(linkBlocks(checked, "up", parent), async (changes) => {
      signal.throwIfAborted();
      fill = await filler.add(fill, changes);
      count(changes.length);
    });
    await filler.complete(fill);
  } catch (error) {
    await filler.release(fill).catch(() => {});
    throw error;
  }
}
