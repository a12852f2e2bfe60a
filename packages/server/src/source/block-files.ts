import { once } from "node:events";
import { createReadStream } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { pipeline, type Readable } from "node:stream";
import { constants, createGunzip, gunzipSync } from "node:zlib";
import type { RpcBlockWithReceipts } from "../chain/rpc-types.ts";

/** Name of standard input in a list of files. */
export const STANDARD_INPUT = "-";

/** Part of a block file: a small file as a whole, possibly gzipped, or a document or line of a large one. */
export interface BlockDocument {
  /** For error messages: the file, and the line if there are several. */
  readonly place: string;
  readonly content: Uint8Array;
}

/** Maximum size of a document or line in bytes: many times the size of the largest block. */
const MAX_BYTES = 256 * 2 ** 20;
/** Largest file that is read as a whole, so that whoever parses it decompresses it, too. */
const SMALL_BYTES = 2 ** 20;
/** Each chunk costs a switch of threads; the default chunks of 16 kB take twice as long to decompress. */
const CHUNK_BYTES = 2 ** 20;
const GZIP = Buffer.from([0x1f, 0x8b]);
const [NEWLINE, SPACE] = [0x0a, 0x20];

const EMPTY = "the file is empty";

/**
 * Reads the documents of a JSON file, optionally gzipped: one, over any number of lines, or one per line.
 *
 * @param file A path, or `-` for standard input.
 * @param onRead Receives the size of each part of the file that was read, before decompression.
 * @param maxBytes Maximum size of a document.
 * @throws Error naming the file and the problem.
 */
export async function* readDocuments(
  file: string,
  onRead: (bytes: number) => void,
  maxBytes: number = MAX_BYTES,
): AsyncGenerator<BlockDocument> {
  try {
    if (file === STANDARD_INPUT || (await stat(file)).size > SMALL_BYTES) {
      const input = file === STANDARD_INPUT ? process.stdin : createReadStream(file);
      yield* splitDocuments(file, decompressed(input, onRead), maxBytes);
      return;
    }
    const content = await readFile(file);
    onRead(content.length);
    yield { place: file, content };
  } catch (error) {
    throw new Error(`${file}: ${(error as Error).message}`, { cause: error });
  }
}

/** Splits a file into its documents. @throws Error if one is longer than the limit. */
async function* splitDocuments(
  file: string,
  chunks: AsyncIterable<Buffer>,
  maxBytes: number,
): AsyncGenerator<BlockDocument> {
  let parts: Buffer[] = [];
  let length = 0;
  let line = 1;
  /** Whether all lines are one document. */
  let isOne = false;
  // Copied: a part would keep all of its chunk in memory.
  const content = () => Buffer.concat(parts, length);
  const takeLine = (): BlockDocument[] => {
    const taken = { place: `${file}, line ${line}`, content: content() };
    parts = [];
    length = 0;
    line += 1;
    return taken.content.every((byte) => byte <= SPACE) ? [] : [taken];
  };
  for await (const chunk of chunks) {
    let start = 0;
    while (start < chunk.length) {
      const end = isOne ? -1 : chunk.indexOf(NEWLINE, start);
      const part = chunk.subarray(start, end < 0 ? chunk.length : end + 1);
      parts.push(part);
      start += part.length;
      length += part.length;
      if (length > maxBytes) {
        throw tooLong(maxBytes);
      }
      if (end >= 0) {
        // An incomplete first line begins a document that spans several lines.
        isOne = line === 1 && !isJson(content());
        yield* isOne ? [] : takeLine();
      }
    }
  }
  yield* line === 1 ? [{ place: file, content: content() }] : takeLine();
}

/**
 * Parses a document of a block file.
 *
 * @returns Its blocks. Those of a list are sorted by number.
 * @throws Error naming the file, the line and the problem.
 */
export function parseDocument(
  { place, content }: BlockDocument,
  maxBytes: number = MAX_BYTES,
): RpcBlockWithReceipts[] {
  let line = 0;
  try {
    const text = textOf(content, maxBytes).trimEnd();
    if (text === "") {
      throw new Error(EMPTY);
    }
    const lines = text.split("\n");
    if (lines.length === 1 || !isJson(lines[0] ?? "")) {
      return blocksOf(JSON.parse(text));
    }
    return lines.flatMap((each) => {
      line += 1;
      return each.trim() === "" ? [] : blocksOf(JSON.parse(each));
    });
  } catch (error) {
    const where = line > 1 ? `${place}, line ${line}` : place;
    throw new Error(`${where}: ${(error as Error).message}`, { cause: error });
  }
}

function textOf(content: Uint8Array, maxBytes: number): string {
  const bytes = isGzip(content)
    ? gunzipSync(content, { chunkSize: CHUNK_BYTES, maxOutputLength: MAX_BYTES })
    : Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  if (bytes.length > maxBytes) {
    throw tooLong(maxBytes);
  }
  return bytes.toString();
}

function blocksOf(content: unknown): RpcBlockWithReceipts[] {
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

function isJson(text: Buffer | string): boolean {
  try {
    JSON.parse(text.toString());
    return true;
  } catch {
    return false;
  }
}

/**
 * Reads the blocks of a file.
 *
 * @param maxBytes Maximum size of a document or line.
 * @throws Error naming the file, the line and the problem.
 */
export async function* readBlockFile(
  file: string,
  maxBytes: number = MAX_BYTES,
): AsyncGenerator<RpcBlockWithReceipts> {
  for await (const document of readDocuments(file, () => {}, maxBytes)) {
    yield* parseDocument(document, maxBytes);
  }
}

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
  const [, found] = FIRST_NUMBER.exec(start?.toString() ?? "") ?? [];
  if (found !== undefined) {
    return Number(found);
  }
  for await (const { block } of readBlockFile(file)) {
    return Number(block.number);
  }
  return undefined;
}

async function readStart(file: string): Promise<Buffer> {
  const chunks = await createReadStream(file, { end: START_BYTES }).toArray();
  const start = Buffer.concat(chunks);
  // With this option, the end may be missing.
  return isGzip(start) ? gunzipSync(start, { finishFlush: constants.Z_SYNC_FLUSH }) : start;
}

/**
 * Reads bytes, decompressed if they are gzipped.
 *
 * @param onRead Receives the size of each part that was read, before decompression.
 */
async function* decompressed(
  input: Readable,
  onRead: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  await once(input, "readable");
  const start: Buffer | null = input.read(GZIP.length);
  if (start) {
    input.unshift(start);
  }
  const counted = input.map((chunk: Buffer) => {
    onRead(chunk.length);
    return chunk;
  });
  // Errors of a pipeline are thrown to the reader of its last stream.
  yield* start && isGzip(start)
    ? pipeline(counted, createGunzip({ chunkSize: CHUNK_BYTES }), () => {})
    : counted;
}

function isGzip(bytes: Uint8Array): boolean {
  return GZIP.equals(bytes.subarray(0, GZIP.length));
}

function tooLong(maxBytes: number): Error {
  return new Error(`a document or line is larger than ${maxBytes} bytes; write one block per line`);
}
