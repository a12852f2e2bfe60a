import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { importFiles } from "./service.ts";
import type { Hex } from "./traffic.ts";

/** What an import took, and what it left. */
export interface Imported {
  /** The data folder. */
  readonly folder: string;
  readonly transactions: number;
  /** The bytes that callers sent with their transactions. */
  readonly inputBytes: number;
  /** Of the database, when it is at rest. */
  readonly databaseBytes: number;
  readonly perSecond: number;
}

interface Entry {
  readonly block: { readonly transactions: readonly { readonly input: Hex }[] };
}

async function readEntries(file: string): Promise<readonly Entry[]> {
  const bytes = await readFile(file);
  const content = JSON.parse((file.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString());
  return Array.isArray(content) ? content : [content];
}

/**
 * Imports files, and takes the time that all but the first of them need: to read, verify, index and
 * write. What the program needs to start is in the time of the first one.
 *
 * @param files At least two, in the order of their blocks.
 */
export async function timeImport(
  folder: string,
  chain: string,
  files: readonly string[],
): Promise<Imported> {
  const inputs: number[] = [];
  let counted = 0;
  for (const [at, file] of files.entries()) {
    for (const { block } of await readEntries(file)) {
      inputs.push(...block.transactions.map(({ input }) => input.length / 2 - 1));
    }
    if (at === 0) counted = -inputs.length;
  }
  counted += inputs.length;
  const starting = await importFiles(folder, chain, files.slice(0, 1));
  const seconds = (await importFiles(folder, chain, files)) - starting;
  return {
    folder,
    transactions: inputs.length,
    inputBytes: inputs.reduce((sum, bytes) => sum + bytes, 0),
    databaseBytes: await databaseBytes(folder, chain),
    perSecond: counted / seconds,
  };
}

/** Bytes of the files that a chain has. */
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
