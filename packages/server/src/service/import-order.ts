import { readBlockFile } from "../source/file.ts";
import type { Display } from "./display.ts";

/** A file and its block numbers, in file order. */
export interface ScannedFile {
  readonly file: string;
  readonly numbers: readonly number[];
}

/**
 * Scans block files one at a time, and sorts them by block number.
 *
 * @throws Error naming a file that cannot be read, or whose blocks are out of order.
 */
export async function orderFiles(
  files: readonly string[],
  display: Display,
): Promise<ScannedFile[]> {
  return inOrder(await scanAll(files, display));
}

async function scanAll(files: readonly string[], display: Display): Promise<ScannedFile[]> {
  const listed: ScannedFile[] = [];
  let nextAt = performance.now() + display.everyMs;
  for (const file of files) {
    const numbers: number[] = [];
    for await (const { block } of readBlockFile(file)) {
      numbers.push(Number(block.number));
    }
    listed.push({ file, numbers });
    if (performance.now() >= nextAt) {
      display.show([`scanned ${listed.length} of ${files.length} files`]);
      nextAt = performance.now() + display.everyMs;
    }
  }
  return listed;
}

/** @throws Error if no order of the files yields ascending block numbers. */
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
