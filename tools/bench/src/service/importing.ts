import { readFile } from "node:fs/promises";
import { gunzipSync } from "node:zlib";
import type { RpcBlockWithReceipts } from "@chainkit/server/signed-copies";
import { median, sum } from "../figures.ts";
import type { BenchContext } from "./context.ts";
import { importFiles } from "./service.ts";

/** Reads the blocks of a compressed file. */
export async function readEntries(file: string): Promise<readonly RpcBlockWithReceipts[]> {
  const content = JSON.parse(gunzipSync(await readFile(file)).toString());
  return Array.isArray(content) ? content : [content];
}

/**
 * Imports files and measures the time for all but the first ones: to read, verify, index and write. The
 * start of the program and compilation are in the time of the first ones, which are measured separately.
 *
 * @param files Files in block order.
 * @returns Transactions per second.
 */
export async function timeImport(
  { folder, effort }: BenchContext,
  files: readonly string[],
): Promise<number> {
  const first = files.slice(0, Math.ceil(files.length * effort.warmUp));
  const entries = (await Promise.all(files.slice(first.length).map(readEntries))).flat();
  const counted = sum(entries.map(({ block }) => block.transactions.length));
  const rates: number[] = [];
  while (rates.length < effort.imports) {
    const warmingUp = first.length > 0 ? await importFiles(await folder(), first) : 0;
    const seconds = (await importFiles(await folder(), files)) - warmingUp;
    rates.push(counted / seconds);
  }
  return median(rates);
}
