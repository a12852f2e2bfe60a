import { readBlockFile } from "../source/file.ts";
import type { Display } from "./display.ts";

/** A file and the numbers of its blocks, in its order. */
export interface Listed {
  readonly file: string;
  readonly numbers: readonly number[];
}

/**
 * Looks through files of blocks, one at a time, and finds the order in which each block comes after
 * those before it.
 *
 * @throws Error naming the file that cannot be read, or that no order fits.
 */
export async function orderFiles(files: readonly string[], display: Display): Promise<Listed[]> {
  return inOrder(await listAll(files, display));
}

async function listAll(files: readonly string[], display: Display): Promise<Listed[]> {
  const listed: Listed[] = [];
  let nextAt = performance.now() + display.everyMs;
  for (const file of files) {
    const numbers: number[] = [];
    for await (const { block } of readBlockFile(file)) {
      numbers.push(Number(block.number));
    }
    listed.push({ file, numbers });
    if (performance.now() >= nextAt) {
      display.show([`looked through ${listed.length} of ${files.length} files`]);
      nextAt = performance.now() + display.everyMs;
    }
  }
  return listed;
}

/** @throws Error if no order of the files has the blocks in theirs. */
function inOrder(listed: readonly Listed[]): Listed[] {
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
    ? `${file}: block ${number} comes after block ${last.number}: sort its lines by block number`
    : `${file}: block ${number} lies among those of ${last.file}, which go on to block ` +
        `${last.number}: put blocks of the same range into one file, in order`;
}
