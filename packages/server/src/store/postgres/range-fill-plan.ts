import type { Client } from "pg";
import { inSchema } from "./statements.ts";

/**
 * Registers the ranges below the stored blocks that are not filled yet.
 *
 * @returns First block of the chain that is above them.
 */
export async function registerFills(
  client: Client,
  schema: string,
  options: {
    readonly from: number;
    readonly undoBlocks: number;
    readonly blocksPerRange: number;
  },
): Promise<number> {
  const { from, undoBlocks, blocksPerRange } = options;
  const query = (text: string, ...values: number[]) =>
    client.query(inSchema(text, schema), [...values]);
  const head = await query("SELECT number FROM :head FOR UPDATE");
  const lowest = await query("SELECT min(number) AS number FROM :block");
  await query(`CREATE TABLE IF NOT EXISTS :fill (
    first bigint PRIMARY KEY, "end" bigint NOT NULL, start bigint NOT NULL,
    next bigint NOT NULL, hash bytea, is_complete bool NOT NULL DEFAULT false,
    is_attached bool NOT NULL DEFAULT false, holder text,
    until timestamptz NOT NULL DEFAULT '-infinity')`);
  const open = await query('SELECT max("end") AS seam FROM :fill');
  const top = Math.min(Number(lowest.rows[0]?.number), Number(head.rows[0]?.number) - undoBlocks);
  const seam = Number(open.rows[0]?.seam ?? Math.floor(top / blocksPerRange) * blocksPerRange);
  const start = Math.floor(from / blocksPerRange) * blocksPerRange;
  for (let first = start; first < seam; first += blocksPerRange) {
    await query(
      'INSERT INTO :fill (first, "end", start, next) VALUES ($1, $2, $3, $3) ON CONFLICT DO NOTHING',
      ...[first, Math.min(seam, first + blocksPerRange), Math.max(first, from)],
    );
  }
  return Math.max(from, seam);
}
