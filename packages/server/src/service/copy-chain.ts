import { UNDO_BLOCKS } from "../chain/profiles.ts";
import type { Bounds, CopySource, CopyTarget } from "../store/chain-copy.ts";
import { StoreLockedError } from "../store/engine.ts";
import type { PostgresLocation, SqliteLocation } from "../store/open.ts";
import { openCopySource } from "../store/sqlite/copy-source.ts";
import { verifyCopy } from "./copy-verification.ts";
import { blocksPerSecond, countBlocks, type Display, timeLeft } from "./display.ts";

/** Number of blocks that are copied in one transaction. */
const BATCH_BLOCKS = 64;

/**
 * Copies a chain from a file to a database, which is available under its name once it is complete and verified.
 * An interrupted copy is resumed where it stopped.
 *
 * Final blocks are copied while another process writes the chain; the rest while none does.
 *
 * @returns Summary of the copy.
 * @throws Error if another process writes the chain; final blocks have been copied then.
 * @throws TargetExistsError if the target has blocks.
 * @throws Error if the copy differs from the chain.
 */
export async function copyChain(
  from: SqliteLocation,
  to: PostgresLocation,
  display: Display,
  batchBlocks: number = BATCH_BLOCKS,
): Promise<string> {
  const source = openCopySource(from.file);
  try {
    // The database driver is loaded only if it is needed.
    const { openCopyTarget } = await import("../store/postgres/copy-target.ts");
    const target = await openCopyTarget(to);
    let isFinished = false;
    try {
      const startedAt = performance.now();
      const { bounds, copied } = await copyBlocks(source, target, display, batchBlocks);
      display.show(["copying balances and NFTs"]);
      await target.setState((table) => source.state(table), await source.chainId());
      display.show(["verifying"]);
      const { rows, reads } = await verifyCopy(source, target, from, bounds);
      await target.finish();
      isFinished = true;
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
      const done = `blocks ${bounds.first} to ${bounds.last}: ${copied} copied in ${seconds} s`;
      return `${done}, ${rows} rows and ${reads} sampled reads are equal`;
    } finally {
      display.end();
      if (!isFinished) {
        await target.close();
      }
    }
  } finally {
    await source.close();
  }
}

async function copyBlocks(
  source: CopySource,
  target: CopyTarget,
  display: Display,
  batchBlocks: number,
): Promise<{ readonly bounds: Bounds; readonly copied: number }> {
  const before = await boundsOf(source);
  await align(source, target, before);
  const copy = blockCopier(source, target, display, batchBlocks);
  await copy({ first: before.first, last: before.last - UNDO_BLOCKS });
  await source.lock().catch(async (error: Error) => {
    if (!(error instanceof StoreLockedError)) {
      throw error;
    }
    const last = (await target.bounds())?.last;
    const state = last === undefined ? "no block is final yet" : `blocks to ${last} are copied`;
    const fix = "stop the service, and repeat the command for the rest";
    throw new Error(`${error.message}; ${state}: ${fix}`, { cause: error });
  });
  const bounds = await boundsOf(source);
  await align(source, target, bounds);
  return { bounds, copied: await copy(bounds) };
}

async function boundsOf(source: CopySource): Promise<Bounds> {
  const bounds = await source.bounds();
  if (!bounds) {
    throw new Error("the chain has no blocks to copy");
  }
  return bounds;
}

/** Removes blocks from an unfinished copy that the chain no longer has. */
async function align(source: CopySource, target: CopyTarget, bounds: Bounds): Promise<void> {
  const copied = await target.bounds();
  if (!copied) {
    return;
  }
  const isSame = async (number: number) =>
    (await source.hash(number)) === (await target.hash(number));
  const first = Math.max(copied.first, bounds.first);
  let last = Math.min(copied.last, bounds.last);
  if (first <= last && !(await isSame(last))) {
    last -= UNDO_BLOCKS;
    if (first <= last && !(await isSame(last))) {
      throw new Error("the unfinished copy is of another chain: remove it, and start again");
    }
  }
  if (first !== copied.first || last !== copied.last) {
    await target.retain({ first, last });
  }
}

/** @returns Function that copies missing blocks of a range, and returns how many were copied so far. */
function blockCopier(
  source: CopySource,
  target: CopyTarget,
  display: Display,
  batchBlocks: number,
): (range: Bounds) => Promise<number> {
  let left = 0;
  const count = countBlocks(display, (copied, perSecond) => {
    const pace = blocksPerSecond(perSecond) + timeLeft(left / perSecond);
    return `${copied} blocks copied, ${pace}`;
  });
  const copy = async (range: Bounds, transfersFrom: number) => {
    const rows = await source.history(range, transfersFrom, batchBlocks);
    await target.add(rows);
    left -= rows.block.length;
    count(rows.block.length);
    return rows.transfersOf.last;
  };
  return async ({ first, last }) => {
    const known = await target.bounds();
    left = last - first + 1 - (known ? known.last - known.first + 1 : 0);
    // Older blocks are added downwards, so that the copy has no gap when it is interrupted.
    let below = (known?.first ?? first) - 1;
    while (below >= first) {
      const start = Math.max(first, below - batchBlocks + 1);
      await copy({ first: start, last: below }, start === first ? 0 : start);
      below = start - 1;
    }
    let next = known ? known.last + 1 : first;
    while (next <= last) {
      next = (await copy({ first: next, last }, next === first ? 0 : next)) + 1;
    }
    return count(0);
  };
}
