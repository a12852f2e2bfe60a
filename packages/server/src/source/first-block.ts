import { open } from "node:fs/promises";
import { constants, gunzipSync } from "node:zlib";
import { readBlockFile } from "./block-files.ts";
import { isGzip } from "./file-lines.ts";

/** Bytes at the start of a file, with most of a block's header: its bloom filter of 256 bytes. */
const START_BYTES = 8 * 2 ** 10;
/** The header of a file's first block. */
const FIRST_NUMBER = /^\s*\[?\s*\{\s*"block"\s*:\s*\{[^[{]*?"number"\s*:\s*"(0x[\da-fA-F]+)"/;

/**
 * Finds the number of the first block of a file, usually by its first kilobytes.
 *
 * @returns undefined if the file has no blocks.
 * @throws Error naming the file and the problem.
 */
export async function firstBlockNumber(file: string): Promise<number | undefined> {
  const start = await readStart(file).catch(() => undefined);
  const [, found] = FIRST_NUMBER.exec(start?.toString("latin1") ?? "") ?? [];
  if (found !== undefined) {
    return Number(found);
  }
  for await (const { block } of readBlockFile(file)) {
    return Number(block.number);
  }
  return undefined;
}

async function readStart(file: string): Promise<Buffer> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(START_BYTES), 0, START_BYTES, 0);
    const start = buffer.subarray(0, bytesRead);
    // With this option, the end may be missing.
    return isGzip(start) ? gunzipSync(start, { finishFlush: constants.Z_SYNC_FLUSH }) : start;
  } finally {
    await handle.close();
  }
}
