import { readDocuments } from "../source/file.ts";
import { naming } from "./import-checks.ts";
import { READ_ALL, type ScannedFile } from "./import-order.ts";
import type { FileBlock, ImportThreads } from "./import-threads.ts";

/**
 * Verifies the first block of an import, before a chain is created for it.
 *
 * @param files In ascending order.
 * @throws Error naming the file and the block, if it is invalid.
 */
export async function assertFirstBlock(
  files: readonly ScannedFile[],
  threads: ImportThreads,
): Promise<void> {
  for (const each of files) {
    for await (const [block] of contentsOf(each, threads)) {
      if (block) {
        await naming(each.file, block, async () => {
          if (block.problem !== undefined) {
            throw new Error(block.problem);
          }
        });
        return;
      }
    }
  }
}

/** Reads the blocks of each document of a file. */
async function* contentsOf(
  { file, documents }: ScannedFile,
  threads: ImportThreads,
): AsyncGenerator<readonly FileBlock[]> {
  for (const document of documents ?? []) {
    yield await naming(file, undefined, () => document(READ_ALL));
  }
  if (!documents) {
    for await (const parsed of readDocuments(file, (each) => threads.read(each, READ_ALL))) {
      yield await parsed();
    }
  }
}
