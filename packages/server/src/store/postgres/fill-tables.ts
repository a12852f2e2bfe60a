import type { Queryable, Session } from "./connection.ts";
import { completeTable, createTable, type Range } from "./ranges.ts";
import { commandsOf } from "./statements.ts";

/** Tables of a range that is filled: its partition, and what is merged into the tables of the chain. */
const FILL_TABLES = ["tx", "block", "nft_transfer", "pair"] as const;

/**
 * Registers the ranges below the stored blocks that are not filled yet.
 *
 * @returns First block of the chain that is above them.
 */
export async function registerFills(
  db: Queryable,
  schema: string,
  options: {
    readonly from: number;
    readonly undoBlocks: number;
    readonly blocksPerRange: number;
  },
): Promise<number> {
  const { from, undoBlocks, blocksPerRange } = options;
  const command = commandsOf(schema);
  const head = await db.run(command`SELECT number FROM :head FOR UPDATE`);
  const lowest = await db.run(command`SELECT min(number) AS number FROM :block`);
  await db.run(command`CREATE TABLE IF NOT EXISTS :fill (
    first bigint PRIMARY KEY, "end" bigint NOT NULL, start bigint NOT NULL,
    next bigint NOT NULL, hash bytea, is_complete bool NOT NULL DEFAULT false,
    is_attached bool NOT NULL DEFAULT false, holder text,
    until timestamptz NOT NULL DEFAULT '-infinity')`);
  const open = await db.run(command`SELECT max("end") AS seam FROM :fill`);
  const top = Math.min(Number(lowest.rows[0]?.number), Number(head.rows[0]?.number) - undoBlocks);
  const seam = Number(open.rows[0]?.seam ?? Math.floor(top / blocksPerRange) * blocksPerRange);
  const start = Math.floor(from / blocksPerRange) * blocksPerRange;
  for (let first = start; first < seam; first += blocksPerRange) {
    const end = Math.min(seam, first + blocksPerRange);
    const lower = Math.max(first, from);
    await db.run(command`INSERT INTO :fill (first, "end", start, next)
      VALUES (${first}, ${end}, ${lower}, ${lower}) ON CONFLICT DO NOTHING`);
  }
  return Math.max(from, seam);
}

/** Creates the tables of a range that is filled, unless they exist. */
export async function createTables(session: Session, schema: string, first: number): Promise<void> {
  const command = commandsOf(schema);
  await session.transaction(async (db) => {
    for (const table of FILL_TABLES) {
      const part = `fill_${table}_${first}`;
      const { rows } = await db.run(command`SELECT to_regclass(':${part}') IS NOT NULL AS there`);
      if (!rows[0]?.there) {
        const text =
          table === "tx"
            ? createTable(part)
            : `CREATE TABLE :${part} (LIKE :${table === "pair" ? "dirty" : table})`;
        await db.run(command`${text}`);
      }
    }
  });
}

/** Adds the indexes, after all rows: that is faster than keeping them up to date. */
export async function createIndexes(session: Session, schema: string, fill: Range): Promise<void> {
  const command = commandsOf(schema);
  await session.transaction(async (db) => {
    const part = `fill_tx_${fill.first}`;
    for (const text of [...completeTable(part, fill), `ANALYZE :${part}`]) {
      await db.run(command`${text}`);
    }
    await db.run(command`UPDATE :fill SET is_complete = true WHERE first = ${fill.first}`);
  });
}

/** Removes the blocks of all ranges that are not attached, and that no process fills. */
export function discardFills(session: Session, schema: string): Promise<void> {
  const command = commandsOf(schema);
  return session.transaction(async (db) => {
    const { rows } = await db.run(command`UPDATE :fill
      SET next = start, hash = NULL, is_complete = false
      WHERE NOT is_attached AND until < statement_timestamp() RETURNING first, "end"`);
    for (const { first, end } of rows) {
      await db.run(command`DELETE FROM :nft_transfer
        WHERE block >= ${Number(first)} AND block < ${Number(end)}`);
      for (const table of FILL_TABLES) {
        await db.run(command`DROP TABLE IF EXISTS :fill_${table}_${Number(first)}`);
      }
    }
  });
}
