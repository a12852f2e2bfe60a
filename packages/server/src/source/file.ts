import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import type { RpcBlockWithReceipts } from "../chain/rpc-types.ts";
import { readLines, tooLong } from "./lines.ts";

const GZIP = Buffer.from([0x1f, 0x8b]);
/** Many times the largest block. */
const MAX_BYTES = 256 * 2 ** 20;

/**
 * Reads blocks from a file of JSON, as it is or gzipped: one `{ "block": …, "receipts": […] }` in the
 * shape of JSON-RPC, a list of them, or one on each line. Of lines, one at a time is in memory; a list
 * is there as a whole, and is given by the numbers of its blocks.
 *
 * @param maxBytes The longest list, block or line that is taken.
 * @throws Error naming the file, the line, and what is wrong with it.
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
      // What its first line does not end may be one document over many lines.
      yield* blocksOf(content instanceof Error && number === 1 ? await all(line, lines) : content);
    }
    if (number === 0) {
      throw new Error("it is empty");
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
    // JSON takes a blank wherever it takes an end of line.
    return parse(parts.map(String).join(" "));
  }
}

async function bytesOf(file: string): Promise<AsyncIterable<Buffer>> {
  const handle = await open(file);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(GZIP.length), 0, GZIP.length, 0);
  await handle.close();
  const stream = createReadStream(file);
  // Whatever fails is told to whoever reads the end of the pipe.
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
    throw new Error(
      'it must hold { "block": …, "receipts": […] }, a list of them, or one per line',
    );
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
