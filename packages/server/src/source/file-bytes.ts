import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { pipeline } from "node:stream";
import { constants, createGunzip, gunzipSync } from "node:zlib";

/** Bytes of a file, decompressed. */
export interface FileBytes {
  readonly chunks: AsyncIterable<Buffer> | readonly Buffer[];
  /** Returns how many bytes of the file have been read, before decompression. */
  position(): number;
}

const GZIP = Buffer.from([0x1f, 0x8b]);
/** Each chunk costs a switch of threads; the default chunks of 16 kB take twice as long to decompress. */
const CHUNK_BYTES = 2 ** 20;
/** Largest file that is read at once, which takes less time than a stream. */
const SMALL_BYTES = 2 ** 20;
/** Largest content of such a file. */
const SMALL_CONTENT_BYTES = 32 * 2 ** 20;
/** Bytes at the start of a file, with most of a block's header: its bloom filter of 256 bytes. */
const START_BYTES = 8 * 2 ** 10;
/** Size of the content at the end of a gzip file. */
const SIZE_BYTES = 4;

/** Returns whether a file is read at once. @param bytes Its size. */
export function isSmallFile(bytes: number): boolean {
  return bytes <= SMALL_BYTES;
}

/** Reads a file, decompressed if it is gzipped. */
export async function readBytes(file: string): Promise<FileBytes> {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    if (isSmallFile(size)) {
      const bytes = await handle.readFile();
      const content = isGzip(bytes) ? gunzipSmall(bytes) : bytes;
      if (content) {
        return { chunks: [content], position: () => bytes.length };
      }
    }
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(GZIP.length), 0, GZIP.length, 0);
    return streamBytes(file, isGzip(buffer.subarray(0, bytesRead)));
  } finally {
    await handle.close();
  }
}

/** Reads the first kilobytes of a file, decompressed if it is gzipped. */
export async function readStart(file: string): Promise<Buffer> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(START_BYTES), 0, START_BYTES, 0);
    const start = buffer.subarray(0, bytesRead);
    // With this option, the end may be missing.
    return isGzip(start) ? gunzipSync(start, { finishFlush: constants.Z_SYNC_FLUSH }) : start;
  } finally {
    await handle.close();
  }
}

function streamBytes(file: string, isCompressed: boolean): FileBytes {
  const stream = createReadStream(file);
  // Errors are thrown to the reader of the pipeline.
  const chunks = isCompressed
    ? pipeline(stream, createGunzip({ chunkSize: CHUNK_BYTES }), () => {})
    : stream;
  return { chunks, position: () => stream.bytesRead };
}

function isGzip(bytes: Buffer): boolean {
  return bytes.subarray(0, GZIP.length).equals(GZIP);
}

/** @returns Undefined if the content is too large to be decompressed at once. */
function gunzipSmall(bytes: Buffer): Buffer | undefined {
  // A guess: the file may be cut off, or have several parts. It saves joining chunks.
  const guess = bytes.length > SIZE_BYTES ? bytes.readUInt32LE(bytes.length - SIZE_BYTES) : 0;
  const chunkSize = Math.min(SMALL_CONTENT_BYTES, Math.max(CHUNK_BYTES, guess + 1));
  try {
    return gunzipSync(bytes, { chunkSize, maxOutputLength: SMALL_CONTENT_BYTES });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE") {
      return undefined;
    }
    throw error;
  }
}
