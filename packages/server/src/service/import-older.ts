import type { BlockName } from "../chain/records.ts";
import { InvalidBlockError } from "../ingest/read-block.ts";
import type { StoredChain } from "../ingest/stored-chain.ts";
import { readDocuments } from "../source/file.ts";
import { ahead } from "./import-ahead.ts";
import { naming } from "./import-checks.ts";
import type { ScannedFile } from "./import-order.ts";
import type { FileBlock } from "./import-threads.ts";
import type { ImportWork, Tally } from "./import-work.ts";

/**
 * Adds blocks from files below the first stored block, in descending order, so that each is linked by
 * hash to the block above it. One file is in memory at a time.
 *
 * @param first Number of the first stored block.
 * @param files In ascending order.
 * @throws Error naming the file and the first block that was not added.
 */
export async function importOlder(
  chain: StoredChain,
  first: number,
  files: readonly ScannedFile[],
  { threads, tally, showProgress }: ImportWork,
): Promise<void> {
  const select = { from: 0, below: first, knownUpTo: -1 };
  const older = files.filter(({ numbers }) => numbers.some((number) => number < first));
  for (const { file } of older.toReversed()) {
    const documents = readDocuments(file, (document) => threads.read(document, select));
    const blocks: FileBlock[] = [];
    for await (const some of ahead(documents)) {
      blocks.push(...some);
    }
    for (const block of blocks.reverse()) {
      await naming(file, block, () => prepend(chain, block, tally));
      showProgress(0);
    }
  }
}

async function prepend(
  chain: StoredChain,
  { number, hash, change, problem }: FileBlock,
  tally: Tally,
): Promise<void> {
  if (!change) {
    throw new Error(problem);
  }
  const first = (await chain.first()) as BlockName;
  if ((await chain.hashOf(number)) === hash) {
    tally.known += 1;
    return;
  }
  if (number !== first.number - 1 || hash !== (await chain.parentOf(first.number))) {
    throw new InvalidBlockError(
      `block ${number} does not precede the stored block ${first.number}`,
    );
  }
  if (problem !== undefined) {
    throw new Error(problem);
  }
  await chain.prepend([change], first);
  tally.added += 1;
  tally.transactions += change.transactions.length;
}
