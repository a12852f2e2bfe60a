import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Client } from "pg";
import { from as copyFrom } from "pg-copy-streams";
import type { Hex } from "../../chain/records.ts";

/** A column of binary COPY. */
export type Column = "int8" | "int4" | "text" | "bytes";

/** A value of a column; bytes are `Hex`. */
export type Value = number | string | Hex;

const SIGNATURE = Buffer.from("PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0", "latin1");
const END = Buffer.from([0xff, 0xff]);
const CHUNK_ROWS = 1_000;

/**
 * Writes rows into a table by binary COPY.
 *
 * @param table Quoted name, followed by the columns if not all are written.
 */
export async function copyRows(
  client: Client,
  table: string,
  columns: readonly Column[],
  rows: Iterable<readonly Value[]>,
): Promise<void> {
  const target = client.query(copyFrom(`COPY ${table} FROM STDIN WITH (FORMAT binary)`));
  await pipeline(Readable.from(encode(columns, rows)), target);
}

function* encode(columns: readonly Column[], rows: Iterable<readonly Value[]>): Generator<Buffer> {
  let parts: Buffer[] = [SIGNATURE];
  for (const row of rows) {
    parts.push(encodeRow(columns, row));
    if (parts.length >= CHUNK_ROWS) {
      yield Buffer.concat(parts);
      parts = [];
    }
  }
  yield Buffer.concat([...parts, END]);
}

function encodeRow(columns: readonly Column[], row: readonly Value[]): Buffer {
  const count = Buffer.alloc(2);
  count.writeInt16BE(columns.length);
  const fields = columns.flatMap((column, at) => {
    const value = encodeValue(column, row[at] as Value);
    const length = Buffer.alloc(4);
    length.writeInt32BE(value.length);
    return [length, value];
  });
  return Buffer.concat([count, ...fields]);
}

function encodeValue(column: Column, value: Value): Buffer {
  switch (column) {
    case "int8": {
      const buffer = Buffer.alloc(8);
      buffer.writeBigInt64BE(BigInt(value));
      return buffer;
    }
    case "int4": {
      const buffer = Buffer.alloc(4);
      buffer.writeInt32BE(Number(value));
      return buffer;
    }
    case "bytes":
      return Buffer.from(String(value).slice(2), "hex");
    case "text":
      return Buffer.from(String(value));
  }
}
