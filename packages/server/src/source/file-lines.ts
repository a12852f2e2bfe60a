import { pipeline, Readable } from "node:stream";
import { createGunzip } from "node:zlib";

/** Each chunk costs a switch of threads; the default chunks of 16 kB take twice as long to decompress. */
export const CHUNK_BYTES = 2 ** 20;
const GZIP = Buffer.from([0x1f, 0x8b]);
const NEWLINE = 0x0a;

/**
 * Reads bytes, decompressed if they are gzipped.
 *
 * @param onRead Receives the size of each part that was read, before decompression.
 */
export async function* decompressed(
  input: AsyncIterable<Buffer>,
  onRead: (bytes: number) => void,
): AsyncGenerator<Buffer> {
  const chunks = input[Symbol.asyncIterator]();
  const first = await chunks.next();
  const all = async function* () {
    for (let chunk = first; !chunk.done; chunk = await chunks.next()) {
      onRead(chunk.value.length);
      yield chunk.value;
    }
  };
  try {
    // Errors of a pipeline are thrown to the reader of its last stream.
    yield* !first.done && isGzip(first.value)
      ? pipeline(Readable.from(all()), createGunzip({ chunkSize: CHUNK_BYTES }), () => {})
      : all();
  } finally {
    await chunks.return?.();
  }
}

/** Whether bytes begin as gzip does. */
export function isGzip(bytes: Uint8Array): boolean {
  return GZIP.equals(bytes.subarray(0, GZIP.length));
}

/**
 * Splits a byte stream into lines, without line breaks.
 *
 * @param maxBytes Maximum length of a line.
 * @throws Error if a line is longer.
 */
export async function* readLines(
  chunks: AsyncIterable<Buffer>,
  maxBytes: number,
): AsyncGenerator<Buffer> {
  let parts: Buffer[] = [];
  let length = 0;
  const add = (part: Buffer) => {
    length += part.length;
    if (length > maxBytes) {
      throw tooLong(maxBytes);
    }
    parts.push(part);
  };
  const take = () => {
    // Copied: a part would keep all of its chunk in memory.
    const line = Buffer.concat(parts, length);
    parts = [];
    length = 0;
    return line;
  };
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      add(chunk.subarray(start, end));
      yield take();
      start = end + 1;
    }
    add(chunk.subarray(start));
  }
  if (length > 0) {
    yield take();
  }
}

/** Creates the error for a document or line beyond the limit. */
export function tooLong(maxBytes: number): Error {
  return new Error(`a document or line is larger than ${maxBytes} bytes; write one block per line`);
}
