import { readDocuments } from "../source/file.ts";
import type { Display } from "./display.ts";
import { ahead } from "./import-ahead.ts";
import type { FileBlock, ImportThreads, Selection } from "./import-threads.ts";

/** A file and its blocks, in file order. */
export interface ScannedFile {
  readonly file: string;
  readonly blocks: readonly FileBlock[];
  /** Whether the blocks were read; otherwise, only their names. */
  readonly isRead: boolean;
}

/** Bytes of documents whose blocks are kept, so that a small import reads its files once. */
const MAX_KEPT = 32 * 2 ** 20;
/** Lists the blocks of a document without reading them. */
const LIST = { from: 0, below: Number.POSITIVE_INFINITY, knownUpTo: Number.POSITIVE_INFINITY };

/**
 * Scans block files, a few at a time, and sorts them by block number.
 *
 * @param select Blocks to read.
 * @throws Error naming a file that cannot be read, or whose blocks are out of order.
 */
export async function orderFiles(
  files: readonly string[],
  select: Selection,
  threads: ImportThreads,
  display: Display,
): Promise<ScannedFile[]> {
  const listed: ScannedFile[] = [];
  const scan = scanner(select, threads);
  let nextAt = performance.now() + display.everyMs;
  for await (const scanned of ahead(files.map((file) => () => scan(file)))) {
    listed.push(scanned);
    if (performance.now() >= nextAt) {
      display.show([`scanned ${listed.length} of ${files.length} files`]);
      nextAt = performance.now() + display.everyMs;
    }
  }
  return inOrder(listed);
}

function scanner(select: Selection, threads: ImportThreads) {
  let kept = 0;
  return async (file: string): Promise<ScannedFile> => {
    let isRead = true;
    const blocks: FileBlock[] = [];
    const documents = readDocuments(file, (document) => {
      kept += document.length;
      isRead &&= kept <= MAX_KEPT;
      return threads.read(document, isRead ? select : LIST);
    });
    for await (const some of ahead(documents)) {
      blocks.push(...some);
    }
    const names = () => blocks.map(({ number, hash }) => ({ number, hash }));
    return { file, blocks: isRead ? blocks : names(), isRead };
  };
}

/** @throws Error if no order of the files yields ascending block numbers. */
function inOrder(listed: readonly ScannedFile[]): ScannedFile[] {
  const sorted = listed.toSorted((a, b) => (a.blocks[0]?.number ?? 0) - (b.blocks[0]?.number ?? 0));
  const seen = new Set<number>();
  let last = { number: -1, file: "" };
  for (const { file, blocks } of sorted) {
    for (const { number } of blocks) {
      if (number < last.number && !seen.has(number)) {
        throw new Error(outOfOrder(file, number, last));
      }
      seen.add(number);
      if (number > last.number) {
        last = { number, file };
      }
    }
  }
  return sorted;
}

function outOfOrder(file: string, number: number, last: { number: number; file: string }): string {
  return last.file === file
    ? `${file}: block ${number} follows block ${last.number}; sort its lines by block number`
    : `${file}: block ${number} overlaps with ${last.file}, which ends at block ${last.number}; ` +
        "merge files of the same block range into one, in order";
}
