import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import type { RpcBlockWithReceipts } from "../chain/rpc-types.ts";
import { readLines, tooLong } from "./lines.ts";

const GZIP = Buffer.from([0x1f, 0x8b]);
/** Each chunk costs a switch of threads; the default chunks of 16 kB take twice as long to decompress. */
const CHUNK_BYTES = 2 ** 20;
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
  const parse = async (document: Uint8Array) => parseBlocks(document);
  for await (const parsed of readDocuments(file, parse, maxBytes)) {
    yield* await parsed();
  }
}

/** Returns the parsed document. @throws Error naming the file, the line and the problem. */
type ParsedDocument<Content> = () => Promise<Content>;

/**
 * Reads the JSON documents of a file, optionally gzipped: one, over any number of lines, or one per line.
 * Does not wait until a document is parsed before it reads the next one.
 *
 * @param maxBytes Maximum size of a document.
 * @throws Error naming the file, the line and the problem.
 */
export async function* readDocuments<Content>(
  file: string,
  parse: (document: Uint8Array) => Promise<Content>,
  maxBytes: number = MAX_BYTES,
): AsyncGenerator<ParsedDocument<Content>> {
  let number = 0;
  const named = async <Result>(result: Promise<Result>): Promise<Result> => {
    const place = number > 1 ? `${file}, line ${number}` : file;
    try {
      return await result;
    } catch (error) {
      throw new Error(`${place}: ${(error as Error).message}`, { cause: error });
    }
  };
  const lines = readLines(await named(bytesOf(file)), maxBytes);
  const next = async (): Promise<Buffer | undefined> => {
    number += 1;
    const { value } = await named(lines.next());
    return value || undefined;
  };
  const parsed = (document: Uint8Array): ParsedDocument<Content> => {
    const content = named(parse(document));
    // Awaited by the caller; this prevents an unhandled rejection.
    content.catch(() => {});
    return () => content;
  };

  let line = await next();
  if (!line) {
    throw new Error(`${file}: the file is empty`);
  }
  for (let isFirst = true; line; isFirst = false) {
    const document = isBlank(line) ? undefined : parsed(line);
    const following = await next();
    // An incomplete first line may begin a document that spans several lines.
    if (isFirst && following && document && !isJson(line)) {
      number = 1;
      yield parsed(await named(joined([line, following], lines, maxBytes)));
      return;
    }
    if (document) {
      yield document;
    }
    line = following;
  }
}

async function joined(
  parts: Buffer[],
  lines: AsyncIterable<Buffer>,
  maxBytes: number,
): Promise<Buffer> {
  let length = parts.reduce((sum, part) => sum + part.length, 0);
  for await (const line of lines) {
    parts.push(line);
    length += line.length;
    if (length > maxBytes) {
      throw tooLong(maxBytes);
    }
  }
  // JSON accepts a space wherever it accepts a line break.
  return Buffer.concat(parts.flatMap((part) => [part, SPACE]));
}

const SPACE = Buffer.from(" ");

function isBlank(line: Buffer): boolean {
  return line.every((byte) => byte <= SPACE.readUInt8());
}

function isJson(line: Buffer): boolean {
  try {
    JSON.parse(line.toString());
    return true;
  } catch {
    return false;
  }
}

async function bytesOf(file: string): Promise<AsyncIterable<Buffer>> {
  const handle = await open(file);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(GZIP.length), 0, GZIP.length, 0);
  await handle.close();
  const stream = createReadStream(file);
  // Errors are thrown to the reader of the pipeline.
  const isGzip = bytesRead > 0 && buffer.equals(GZIP);
  return isGzip ? pipeline(stream, createGunzip({ chunkSize: CHUNK_BYTES }), () => {}) : stream;
}

/**
 * Parses a document of a block file.
 *
 * @returns Its blocks, sorted by number.
 * @throws Error if it is not valid JSON, or of another shape.
 */
export function parseBlocks(document: Uint8Array): RpcBlockWithReceipts[] {
  const { buffer, byteOffset, byteLength } = document;
  const content: unknown = JSON.parse(Buffer.from(buffer, byteOffset, byteLength).toString());
  const entries = Array.isArray(content) ? content : [content];
  if (!entries.every(isBlockWithReceipts)) {
    throw new Error('expected { "block": …, "receipts": […] }, an array of these, or one per line');
  }
  return entries.sort((a, b) => Number(a.block.number) - Number(b.block.number));
}

/**
 * Finds the numbers of the blocks of a document without parsing it, in a fraction of the time.
 *
 * @returns In ascending order; undefined if they are not certain.
 */
export function findBlockNumbers(document: Uint8Array): number[] | undefined {
  const { buffer, byteOffset, byteLength } = document;
  const text = Buffer.from(buffer, byteOffset, byteLength).toString("latin1");
  const numbers = [...text.matchAll(NUMBER_FIELD)].map(([, number]) => Number(number));
  const blocks = [...text.matchAll(RECEIPTS_FIELD)].length;
  const isCertain = FIRST_FIELD.test(text) && numbers.length === blocks;
  return isCertain && blocks > 0 ? numbers.sort((a, b) => a - b) : undefined;
}

/** Beginning of the shape that the other patterns assume. */
const FIRST_FIELD = /^\s*\[?\s*\{\s*"(?:block|receipts)"/;
/** Only block headers have this field. */
const NUMBER_FIELD = /"number"\s*:\s*"(0x[\da-fA-F]+)"/g;
const RECEIPTS_FIELD = /"receipts"\s*:\s*\[/g;

function isBlockWithReceipts(entry: unknown): entry is RpcBlockWithReceipts {
  const { block, receipts } = (entry ?? {}) as Partial<RpcBlockWithReceipts>;
  return (
    Array.isArray(block?.transactions) &&
    Array.isArray(receipts) &&
    Boolean(block.hash) &&
    /^0x[\da-f]+$/i.test(String(block.number))
  );
}
