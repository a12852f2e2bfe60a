import { stat } from "node:fs/promises";
import { findBlockNumbers, findFirstNumber } from "../source/block-numbers.ts";
import { readDocuments } from "../source/file.ts";
import { isSmallFile } from "../source/file-bytes.ts";
import type { Display } from "./display.ts";
import { ahead } from "./import-ahead.ts";
import { naming } from "./import-checks.ts";
import type { FileBlock, ImportThreads, Selection } from "./import-threads.ts";

/** A file and its blocks, in file order. */
export interface ScannedFile {
  readonly file: string;
  /** Its size. */
  readonly bytes: number;
  /** Only the first ones unless `isWhole`. */
  readonly numbers: readonly number[];
  readonly isWhole: boolean;
  /** Its documents, if they were kept. */
  readonly documents: readonly ScannedDocument[] | undefined;
}

/** Reads at least the selected blocks of a document. */
type ScannedDocument = (select: Selection) => Promise<readonly FileBlock[]>;

/** Lists the blocks of a document without reading them. */
const LIST = { from: 0, below: Number.POSITIVE_INFINITY, knownUpTo: Number.POSITIVE_INFINITY };
/** Reads all blocks of a document. */
export const READ_ALL: Selection = { ...LIST, knownUpTo: -1 };

/**
 * Scans block files, a few at a time, and sorts them by block number. Beyond a number of bytes, only the
 * first number of a file is read: their order is checked when their blocks are added.
 *
 * The threads, which would wait otherwise, read the unknown blocks of small files meanwhile.
 *
 * @param maxScanned Bytes of documents that are scanned as a whole, and kept.
 * @param unknown Blocks to read from small files.
 * @throws Error naming a file that cannot be read, or whose blocks are out of order.
 */
export async function orderFiles(
  files: readonly string[],
  threads: ImportThreads,
  display: Display,
  maxScanned: number,
  unknown: Selection,
): Promise<ScannedFile[]> {
  const listed: ScannedFile[] = [];
  const scan = scanner(threads, maxScanned, unknown);
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

function scanner(threads: ImportThreads, maxScanned: number, unknown: Selection) {
  let kept = 0;
  const readNow = (document: Uint8Array): ScannedDocument => {
    const blocks = threads.read(document, unknown);
    // Awaited when they are added; this prevents an unhandled rejection.
    blocks.catch(() => {});
    return () => blocks;
  };
  const list = async (document: Uint8Array, isSmall: boolean) => {
    kept += document.length;
    const numbers =
      findBlockNumbers(document) ??
      (await threads.read(document, LIST)).map(({ number }) => number);
    // Of a large file they might be in vain: it is read again if it is more than can be kept.
    const read: ScannedDocument = isSmall
      ? readNow(document)
      : (select) => threads.read(document, select);
    return { numbers, read };
  };
  return async (file: string): Promise<ScannedFile> => {
    const { size: bytes } = await naming(file, undefined, () => stat(file));
    const first = kept > maxScanned ? await findFirstNumber(file) : undefined;
    if (first !== undefined) {
      return { file, bytes, numbers: [first], isWhole: false, documents: undefined };
    }
    const numbers: number[] = [];
    const documents: ScannedDocument[] = [];
    const isSmall = isSmallFile(bytes);
    for await (const listed of ahead(readDocuments(file, (each) => list(each, isSmall)))) {
      numbers.push(...listed.numbers);
      documents.push(listed.read);
      if (kept > maxScanned && numbers.length > 0) {
        return { file, bytes, numbers, isWhole: false, documents: undefined };
      }
    }
    return { file, bytes, numbers, isWhole: true, documents };
  };
}

/** @throws Error if no order of the files yields ascending block numbers, as far as these are known. */
function inOrder(listed: readonly ScannedFile[]): ScannedFile[] {
  const sorted = listed.toSorted((a, b) => (a.numbers[0] ?? 0) - (b.numbers[0] ?? 0));
  const seen = new Set<number>();
  let last = { number: -1, file: "" };
  for (const { file, numbers } of sorted) {
    for (const number of numbers) {
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
