import { type BlockAdder, blockAdder } from "../ingest/apply.ts";
import type { StoredChain } from "../ingest/stored-chain.ts";
import { readDocuments } from "../source/file.ts";
import { isSmallFile } from "../source/file-bytes.ts";
import { ahead, SMALL_AHEAD } from "./import-ahead.ts";
import { naming } from "./import-checks.ts";
import type { ScannedFile } from "./import-order.ts";
import type { FileBlock, Selection } from "./import-threads.ts";
import type { ImportWork } from "./import-work.ts";

/**
 * Adds blocks from files above the latest stored one.
 *
 * @param select Blocks to add.
 * @param files In ascending order.
 * @throws Error naming the file and the first block that was not added; those before it are kept.
 */
export async function importNewer(
  chain: StoredChain,
  select: Selection,
  files: readonly ScannedFile[],
  work: ImportWork,
): Promise<void> {
  const { tally, showProgress } = work;
  const most = files.every(({ bytes }) => isSmallFile(bytes)) ? SMALL_AHEAD : undefined;
  const adder = blockAdder(chain, (changes) => {
    tally.added += changes.length;
    tally.transactions += changes.reduce((sum, { transactions }) => sum + transactions.length, 0);
  });
  try {
    for await (const { file, blocks } of ahead(documentsOf(files, select, work), most)) {
      for (const block of blocks) {
        const isAdded = await naming(file, block, () => add(adder, block));
        tally.known += isAdded ? 0 : 1;
        showProgress(adder.waiting());
      }
    }
  } finally {
    await adder.flush();
  }
}

/** Reads the documents of files. */
async function* documentsOf(
  files: readonly ScannedFile[],
  select: Selection,
  { threads, tally }: ImportWork,
) {
  for (const { file, bytes, numbers, isWhole, documents } of files) {
    const before = tally.bytes;
    const read = (document: Uint8Array) => threads.read(document, select);
    if (isWhole && numbers.every((number) => number < select.from)) {
      continue;
    }
    if (documents) {
      for (const document of documents) {
        yield async () => {
          const blocks = await naming(file, undefined, () => document(select));
          return { file, blocks: blocks.filter(({ number }) => number >= select.from) };
        };
      }
    } else if (isSmallFile(bytes)) {
      yield async () => ({ file, blocks: await threads.readFile(file, bytes, select) });
    } else {
      const onRead = (position: number) => {
        tally.bytes = before + position;
      };
      for await (const parsed of readDocuments(file, read, { onRead })) {
        yield async () => ({ file, blocks: await parsed() });
      }
    }
    tally.bytes = before + bytes;
  }
}

/** @returns Whether the block was added; false if it is stored. */
async function add(adder: BlockAdder, block: FileBlock): Promise<boolean> {
  const { change, problem } = block;
  if (!(await adder.isNew(block, change?.block.parentHash))) {
    return false;
  }
  if (!change || problem !== undefined) {
    throw new Error(problem ?? "the file was changed during the import");
  }
  await adder.add(change);
  return true;
}
