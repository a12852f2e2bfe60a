import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Client } from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { encodeWord } from "../../chain/abi.ts";
import type { Value, ValueType } from "../steps.ts";
import { packWord } from "./values.ts";

/** Values of a row, of which all but numbers may be bytes already. */
export type CopyRow = readonly (Value | Uint8Array)[];

const SIGNATURE = Buffer.from("PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0", "latin1");
const END = Buffer.from([0xff, 0xff]);
/** Length of a value that is null. */
const NULL = Buffer.alloc(4, 0xff);
const CHUNK_BYTES = 2 ** 20;

/**
 * Writes rows into a table by one binary COPY.
 *
 * @param table Quoted name, followed by the columns if not all are written.
 */
export async function copyRows(
  client: Client,
  table: string,
  columns: readonly ValueType[],
  rows: Iterable<CopyRow>,
): Promise<void> {
  const target = client.query(copyFrom(`COPY ${table} FROM STDIN WITH (FORMAT binary)`));
  await pipeline(Readable.from(encode(columns, rows)), target);
}

function* encode(columns: readonly ValueType[], rows: Iterable<CopyRow>): Generator<Buffer> {
  let parts: Buffer[] = [SIGNATURE];
  let bytes = 0;
  for (const row of rows) {
    const part = encodeRow(columns, row);
    parts.push(part);
    bytes += part.length;
    if (bytes >= CHUNK_BYTES) {
      yield Buffer.concat(parts);
      parts = [];
      bytes = 0;
    }
  }
  yield Buffer.concat([...parts, END]);
}

function encodeRow(columns: readonly ValueType[], row: CopyRow): Buffer {
  const count = Buffer.alloc(2);
  count.writeInt16BE(columns.length);
  const fields = columns.flatMap((column, at) => {
    const value = encodeValue(column, row[at] ?? null);
    if (value === null) {
      return [NULL];
    }
    const length = Buffer.alloc(4);
    length.writeInt32BE(value.length);
    return [length, value];
  });
  return Buffer.concat([count, ...fields]);
}

function encodeValue(type: ValueType, value: CopyRow[number]): Uint8Array | null {
  if (value === null) {
    return null;
  }
  const isBytes = value instanceof Uint8Array;
  switch (type) {
    case "int": {
      const buffer = Buffer.alloc(8);
      buffer.writeBigInt64BE(BigInt(value as number));
      return buffer;
    }
    case "small": {
      const buffer = Buffer.alloc(4);
      buffer.writeInt32BE(Number(value));
      return buffer;
    }
    case "bytes":
      return isBytes ? value : Buffer.from(String(value).slice(2), "hex");
    case "word":
      return packWord(isBytes ? value : Buffer.from(encodeWord(value as bigint), "hex"));
    case "bool":
      return Buffer.of(Number(value));
    default:
      return isBytes ? value : Buffer.from(String(value));
  }
}
