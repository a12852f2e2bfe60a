import type { RpcBlockWithReceipts } from "../chain/rpc-types.ts";
import { readBytes } from "./file-bytes.ts";
import { readLines, tooLong } from "./lines.ts";

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
  for await (const parsed of readDocuments(file, parse, { maxBytes })) {
    yield* await parsed();
  }
}

/** Returns the parsed document. @throws Error naming the file, the line and the problem. */
type ParsedDocument<Content> = () => Promise<Content>;

/** Options of `readDocuments`. */
interface ReadOptions {
  /** Maximum size of a document. */
  readonly maxBytes?: number;
  /** Receives how many bytes of the file have been read, before decompression. */
  readonly onRead?: (position: number) => void;
}

/**
 * Reads the JSON documents of a file, optionally gzipped: one, over any number of lines, or one per line.
 * Does not wait until a document is parsed before it reads the next one.
 *
 * @throws Error naming the file, the line and the problem.
 */
export async function* readDocuments<Content>(
  file: string,
  parse: (document: Uint8Array) => Promise<Content>,
  { maxBytes = MAX_BYTES, onRead = () => {} }: ReadOptions = {},
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
  const { chunks, position } = await named(readBytes(file));
  const lines = readLines(chunks, maxBytes);
  const next = async (): Promise<Buffer | undefined> => {
    number += 1;
    const { value } = await named(lines.next());
    onRead(position());
    return value || undefined;
  };
  const parsed = (document: Uint8Array): ParsedDocument<Content> => {
    const content = named(parse(document));
    // Awaited by the caller; this prevents an unhandled rejection.
    content.catch(() => {});
    return () => content;
  };

  try {
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
  } finally {
    // Closes the file, also if the caller does not read it to its end.
    await lines.return(undefined);
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

function isBlockWithReceipts(entry: unknown): entry is RpcBlockWithReceipts {
  const { block, receipts } = (entry ?? {}) as Partial<RpcBlockWithReceipts>;
  return (
    Array.isArray(block?.transactions) &&
    Array.isArray(receipts) &&
    Boolean(block.hash) &&
    /^0x[\da-f]+$/i.test(String(block.number))
  );
}
