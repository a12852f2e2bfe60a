import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import type { RpcBlockWithReceipts } from "@chainkit/server/signed-copies";
import { median } from "../figures.ts";
import type { Effort } from "./effort.ts";
import { importFiles } from "./service.ts";

/** Result of an import. */
export interface Imported {
  /** Data folder. */
  readonly folder: string;
  readonly transactions: number;
  /** Bytes of transaction input data. */
  readonly inputBytes: number;
  /** Size of the database after closing, in bytes. */
  readonly databaseBytes: number;
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
  const inputs = await Promise.all(files.map(inputBytesOf));
  const counted = inputs.slice(first.length).flat().length;
  const rates: number[] = [];
  let data = "";
  while (rates.length < effort.imports) {
    const warmingUp = first.length > 0 ? await importFiles(await folder(), chain, first) : 0;
    data = await folder();
    const seconds = (await importFiles(data, chain, files)) - warmingUp;
    rates.push(counted / seconds);
  }
  const all = inputs.flat();
  return {
    folder: data,
    transactions: all.length,
    inputBytes: all.reduce((sum, bytes) => sum + bytes, 0),
    databaseBytes: await databaseBytes(data, chain),
    perSecond: median(rates),
  };
}

/** Counts the bytes of transaction input data in a file. */
async function inputBytesOf(file: string): Promise<number[]> {
  const entries = await readEntries(file);
  return entries.flatMap(({ block }) =>
    block.transactions.map(({ input }) => input.length / 2 - 1),
  );
}

/** Size of the files of a chain, in bytes. */
async function databaseBytes(folder: string, chain: string): Promise<number> {
  const file = join(folder, `${chain}.chain.sqlite`);
  const sizes = ["", "-wal"].map((end) =>
    stat(file + end).then(
      ({ size }) => size,
      () => 0,
    ),
  );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
