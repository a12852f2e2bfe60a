import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import type { RpcBlockWithReceipts } from "./rpc-types.ts";

const GZIP = [0x1f, 0x8b];

/**
 * Reads blocks from a file of JSON, as it is or gzipped: one `{ "block": …, "receipts": […] }` in
 * the shape of JSON-RPC, or a list of them.
 *
 * @throws Error naming the file and what is wrong with it.
 */
export async function readBlockFile(file: string): Promise<RpcBlockWithReceipts[]> {
  const bytes = await readFile(file);
  const isGzip = GZIP.every((byte, at) => bytes[at] === byte);
  let content: unknown;
  try {
    content = JSON.parse((isGzip ? await promisify(gunzip)(bytes) : bytes).toString());
  } catch (error) {
    throw new Error(`${file}: ${(error as Error).message}`, { cause: error });
  }
  const entries = Array.isArray(content) ? content : [content];
  if (!entries.every(isBlockWithReceipts)) {
    throw new Error(`${file}: it must hold { "block": …, "receipts": […] }, or a list of them`);
  }
  return entries;
}

function isBlockWithReceipts(entry: unknown): entry is RpcBlockWithReceipts {
  const { block, receipts } = (entry ?? {}) as Partial<RpcBlockWithReceipts>;
  return Array.isArray(block?.transactions) && Array.isArray(receipts) && Boolean(block.hash);
}
