import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Client } from "pg";
import { from as copyFrom } from "pg-copy-streams";

const CHUNK_CHARACTERS = 2 ** 20;

/** Writes rows, whose values are encoded, into a table by one COPY. @param table With its columns, quoted. */
export async function copyRows(
  client: Client,
  table: string,
  rows: Iterable<readonly unknown[]>,
): Promise<void> {
  const target = client.query(copyFrom(`COPY ${table} FROM STDIN`));
  await pipeline(Readable.from(linesOf(rows)), target);
}

function* linesOf(rows: Iterable<readonly unknown[]>): Generator<string> {
  let lines = "";
  for (const row of rows) {
    lines += `${row.map(cellOf).join("\t")}\n`;
    if (lines.length >= CHUNK_CHARACTERS) {
      yield lines;
      lines = "";
    }
  }
  yield lines;
}

const ESCAPES: Readonly<Record<string, string>> = {
  "\\": "\\\\",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
};

function cellOf(value: unknown): string {
  return value === null
    ? "\\N"
    : String(value).replaceAll(/[\\\n\r\t]/g, (character) => ESCAPES[character] as string);
}
