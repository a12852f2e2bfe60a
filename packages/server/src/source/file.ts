import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import type { RpcBlockWithReceipts } from "../chain/rpc-types.ts";
import { readLines, tooLong } from "./lines.ts";

const GZIP = Buffer.from([0x1f, 0x8b]);
/** Maximum size of a document or line in bytes: many times the size of the largest block. */
const MAX_BYTES = 256 * 2 ** 20;

/**
 * Reads blocks from a JSON file, optionally gzipped: one `{ "block": …, "receipts": […] }` in the shape
 * of JSON-RPC, an array of these, or one per line. A file of lines is streamed; an array is loaded as a
 * whole and sorted by block number.
 *
 * @param maxBytes Maximum size of a document or line.
 * @throws Error naming the file, the line and the problem.
 */
export async function* readBlockFile(
  file: string,
  maxBytes: number = MAX_BYTES,
): AsyncGenerator<RpcBlockWithReceipts> {
  let number = 0;
  try {
    const lines = readLines(await bytesOf(file), maxBytes);
    for await (const line of lines) {
      number += 1;
      const text = line.toString();
      if (text.trim() === "") {
        continue;
      }
      const content = parse(text);
      // An incomplete first line may begin a document that spans several lines.
      yield* blocksOf(content instanceof Error && number === 1 ? await all(line, lines) : content);
    }
    if (number === 0) {
      throw new Error("the file is empty");
    }
  } catch (error) {
    const place = number > 1 ? `${file}, line ${number}` : file;
    throw new Error(`${place}: ${(error as Error).message}`, { cause: error });
  }

  async function all(first: Buffer, lines: AsyncIterable<Buffer>): Promise<unknown> {
    const parts = [first];
    let length = first.length;
    for await (const line of lines) {
      parts.push(line);
      length += line.length;
      if (length > maxBytes) {
        throw tooLong(maxBytes);
      }
    }
    // JSON accepts a space wherever it accepts a line break.
    return parse(parts.map(String).join(" "));
  }
}

async function bytesOf(file: string): Promise<AsyncIterable<Buffer>> {
  const handle = await open(file);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(GZIP.length), 0, GZIP.length, 0);
  await handle.close();
  const stream = createReadStream(file);
  // Errors are thrown to the reader of the pipeline.
  return bytesRead > 0 && buffer.equals(GZIP) ? pipeline(stream, createGunzip(), () => {}) : stream;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    return error;
  }
}

function blocksOf(content: unknown): RpcBlockWithReceipts[] {
  if (content instanceof Error) {
    throw content;
  }
  const entries = Array.isArray(content) ? content : [content];
  if (!entries.every(isBlockWithReceipts)) {
    throw new Error('expected { "block": …, "receipts": […] }, an array of these, or one per line');
  }
  return entries.sort((a, b) => Number(a.block.number) - Number(b.block.number));
}

function isBlockWithReceipts(entry: unknown): entry is RpcBlockWithReceipts {
  const { block, receipts } = (entry ?? {}) as Partial<RpcBlockWithReceipts>;
  return (
    Array.isArray(block?.transactions) &&
    Array.isArray(receipts) &&
    Boolean(block.hash) &&
    /^0x[\da-f]+$/i.test(String(block.number))
  );
}
