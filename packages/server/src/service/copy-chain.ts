import { COUNTED, type CopiedBlocks } from "../store/chain-copy.ts";
import { StoreLockedError } from "../store/engine.ts";
import type { PostgresLocation, SqliteLocation } from "../store/open.ts";
import type { CopyTarget } from "../store/postgres/copy-target.ts";
import { type CopySource, openCopySource } from "../store/sqlite/copy-source.ts";
import { countBlocks, type Display } from "./display.ts";

/** Number of blocks that are copied in one transaction. */
const BATCH_BLOCKS = 64;

/**
 * Copies a chain from a file that nobody writes to a database, where it is available under its name once it is
 * complete. An interrupted copy is resumed where it stopped.
 *
 * @returns Summary of the copy.
 * @throws Error if another process writes the chain.
 * @throws Error if the database has blocks of the chain.
 * @throws Error if the copy has another number of rows than the chain.
 */
export async function copyChain(
  from: SqliteLocation,
  to: PostgresLocation,
  display: Display,
  batchBlocks: number = BATCH_BLOCKS,
): Promise<string> {
  const source = openSource(from.file);
  try {
    const { blocks } = source;
    if (!blocks) {
      throw new Error(`${from.file} has no blocks to copy: serve or import the chain first`);
    }
    // The database driver is loaded only if it is needed.
    const { openCopyTarget } = await import("../store/postgres/copy-target.ts");
    const target = await openCopyTarget(to);
    let isFinished = false;
    try {
      const startedAt = performance.now();
      const copied = await copyBlocks(source, target, blocks, display, batchBlocks);
      display.show(["copying balances and NFTs"]);
      await target.setState(source.state, source.chainId);
      display.show(["counting rows"]);
      const rows = await compareCounts(source, target);
      await target.finish();
      isFinished = true;
      const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
      const range = `blocks ${blocks.first} to ${blocks.last}`;
      return `${range}: ${copied} copied in ${seconds} s, ${rows} rows as in the original`;
    } finally {
      display.end();
      if (!isFinished) {
        await target.close();
      }
    }
  } finally {
    source.close();
  }
}

function openSource(file: string): CopySource {
  try {
    return openCopySource(file);
  } catch (error) {
    if (!(error instanceof StoreLockedError)) {
      throw error;
    }
    const fix = "stop the service, or pass the folder of a backup as --data";
    throw new Error(`${error.message}: ${fix}`, { cause: error });
  }
}

/** Copies the blocks that the target does not have. @returns Their number. */
async function copyBlocks(
  source: CopySource,
  target: CopyTarget,
  { first, last }: CopiedBlocks,
  display: Display,
  batchBlocks: number,
): Promise<number> {
  const known = await target.blocks();
  const isPart =
    known?.first === first &&
    known.last <= last &&
    (await target.hash(known.last)) === source.hash(known.last);
  if (known && !isPart) {
    // It is of another state of the chain, such as an earlier backup whose last blocks were replaced.
    await target.clear();
  }
  const start = known && isPart ? known.last + 1 : first;
  const count = countBlocks(display, (copied) => ({
    text: `${copied} blocks copied`,
    left: last + 1 - start - copied,
  }));
  for (let at = start; at <= last; at += batchBlocks) {
    const end = Math.min(last, at + batchBlocks - 1);
    await target.add(source.history(at, end, at === first ? 0 : at));
    count(end - at + 1);
  }
  return count(0);
}

/** @returns Number of all rows. @throws Error naming the table of which the numbers differ. */
async function compareCounts(source: CopySource, target: CopyTarget): Promise<number> {
  let rows = 0;
  for (const table of COUNTED) {
    const [expected, actual] = [source.count(table), await target.count(table)];
    if (expected !== actual) {
      throw new Error(
        `the copy has ${actual} rows in ${table}, the original has ${expected}: drop the schema ${target.schema}, and repeat the command`,
      );
    }
    rows += expected;
  }
  return rows;
}
