import type { Session } from "./connection.ts";
import { FILL_TABLES } from "./range-attach.ts";
import { completeTable, createTable, type Range } from "./ranges.ts";
import { inSchema } from "./statements.ts";

/** Creates the tables of a range that is filled, unless they exist. */
export async function createTables(session: Session, schema: string, first: number): Promise<void> {
  await session.transaction(async (_, client) => {
    for (const table of FILL_TABLES) {
      const part = `fill_${table}_${first}`;
      const { rows } = await client.query("SELECT to_regclass($1) IS NOT NULL AS there", [
        inSchema(`:${part}`, schema),
      ]);
      if (!rows[0].there) {
        const text =
          table === "tx"
            ? createTable(part)
            : `CREATE TABLE :${part} (LIKE :${table === "pair" ? "dirty" : table})`;
        await client.query(inSchema(text, schema));
      }
    }
  });
}

/** Adds the indexes, after all rows: that is faster than keeping them up to date. */
export async function createIndexes(session: Session, schema: string, fill: Range): Promise<void> {
  await session.transaction(async (_, client) => {
    const part = `fill_tx_${fill.first}`;
    for (const command of [...completeTable(part, fill), `ANALYZE :${part}`]) {
      await client.query(inSchema(command, schema));
    }
    await client.query(inSchema("UPDATE :fill SET is_complete = true WHERE first = $1", schema), [
      fill.first,
    ]);
  });
}
