import { readFile } from "node:fs/promises";
import { gunzipSync } from "node:zlib";
import type { RpcBlockWithReceipts } from "@chainkit/server/signed-copies";
import { median, sum } from "../figures.ts";
import type { Effort } from "./effort.ts";
import { importFiles } from "./service.ts";

/** Result of an import. */
export interface Imported {
  /** Data folder. */
  readonly folder: string;
  readonly perSecond: number;
}

/** Reads the blocks of a file. */
export async function readEntries(file: string): Promise<readonly RpcBlockWithReceipts[]> {
  const bytes = await readFile(file);
  const content = JSON.parse((file.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString());
  return Array.isArray(content) ? content : [content];
}

/**
 * Imports files and measures the time for all but the first ones: to read, verify, index and write. The
 * start of the program and compilation are in the time of the first ones, which are measured separately.
 *
 * @param files Files in block order.
 */
export async function timeImport(
  { folder, effort }: { readonly effort: Effort; folder(): Promise<string> },
  chain: string,
  files: readonly string[],
): Promise<Imported> {
  const first = files.slice(0, Math.ceil(files.length * effort.warmUp));
  const entries = (await Promise.all(files.slice(first.length).map(readEntries))).flat();
  const counted = sum(entries.map(({ block }) => block.transactions.length));
  const rates: number[] = [];
  let data = "";
  while (rates.length < effort.imports) {
    const warmingUp = first.length > 0 ? await importFiles(await folder(), chain, first) : 0;
    data = await folder();
    const seconds = (await importFiles(data, chain, files)) - warmingUp;
    rates.push(counted / seconds);
  }
  return { folder: data, perSecond: median(rates) };
}
