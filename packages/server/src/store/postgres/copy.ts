import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Client } from "pg";
import { from as copyFrom } from "pg-copy-streams";
import type { CopyColumn as Column, CopyRow, CopyValue as Value } from "../chain-copy.ts";
import { packWord } from "./values.ts";

const SIGNATURE = Buffer.from("PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0", "latin1");
const END = Buffer.from([0xff, 0xff]);
/** Length of a value that is null. */
const NULL = Buffer.alloc(4, 0xff);
const CHUNK_ROWS = 1_000;

/** Rows, whose bytes are an array or hexadecimal digits after two characters. */
export type Batches = Iterable<readonly CopyRow[]> | AsyncIterable<readonly CopyRow[]>;

/**
 * Writes batches of rows, which may arrive late, into a table by one binary COPY.
 *
 * @param table Quoted name, followed by the columns if not all are written.
 */
export async function copyBatches(
  client: Client,
  table: string,
  columns: readonly Column[],
  batches: Batches,
): Promise<void> {
  const target = client.query(copyFrom(`COPY ${table} FROM STDIN WITH (FORMAT binary)`));
  await pipeline(Readable.from(encodeAll(columns, batches)), target);
}

async function* encodeAll(columns: readonly Column[], batches: Batches): AsyncGenerator<Buffer> {
  yield SIGNATURE;
  for await (const rows of batches) {
    yield* encode(columns, rows);
  }
  yield END;
}

function* encode(columns: readonly Column[], rows: readonly CopyRow[]): Generator<Buffer> {
  let parts: Buffer[] = [];
  for (const row of rows) {
    parts.push(encodeRow(columns, row));
    if (parts.length >= CHUNK_ROWS) {
      yield Buffer.concat(parts);
      parts = [];
    }
  }
  yield Buffer.concat(parts);
}

function encodeRow(columns: readonly Column[], row: CopyRow): Buffer {
  const count = Buffer.alloc(2);
  count.writeInt16BE(columns.length);
  const fields = columns.flatMap((column, at) => {
    const value = encodeValue(column, row[at] as Value);
    if (value === null) {
      return [NULL];
    }
    const length = Buffer.alloc(4);
    length.writeInt32BE(value.length);
    return [length, value];
  });
  return Buffer.concat([count, ...fields]);
}

function encodeValue(column: Column, value: Value): Uint8Array | null {
  if (value === null) {
    return null;
  }
  switch (column) {
    case "int8": {
      const buffer = Buffer.alloc(8);
      buffer.writeBigInt64BE(BigInt(value as number));
      return buffer;
    }
    case "int4": {
      const buffer = Buffer.alloc(4);
      buffer.writeInt32BE(Number(value));
      return buffer;
    }
    case "bytes":
      return value instanceof Uint8Array ? value : Buffer.from(String(value).slice(2), "hex");
    case "word":
      return packWord(value as Uint8Array);
    case "bool":
      return Buffer.of(Number(value));
    case "text":
    case "utf8":
      return Buffer.from(String(value));
  }
}
