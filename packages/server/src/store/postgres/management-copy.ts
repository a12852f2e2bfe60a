import type { Client } from "pg";
import type { CopyColumn, CopyRow, CopyValue } from "../chain-copy.ts";
import {
  assertEmpty,
  assertSame,
  MANAGEMENT,
  MANAGEMENT_TABLES,
  type ManagementRows,
} from "../management-copy.ts";
import type { Session } from "./connection.ts";
import { copyRows } from "./copy.ts";
import { decoded } from "./copy-source.ts";
import { SHARED_SCHEMA } from "./migrate.ts";
import { inSchema } from "./statements.ts";

/** Reads the management store of a database. */
export function exportManagement(session: Session): Promise<ManagementRows> {
  return session.alone(async (client) => {
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    try {
      return await readAll(client);
    } finally {
      await client.query("COMMIT");
    }
  });
}

/** Fills the management store of a database. @throws Error if it has rows. */
export function importManagement(session: Session, rows: ManagementRows): Promise<void> {
  return session.transaction(async (_, client) => {
    const tables = MANAGEMENT_TABLES.map((table) => inSchema(`:${table}`, SHARED_SCHEMA));
    await client.query(`LOCK TABLE ${tables} IN SHARE ROW EXCLUSIVE MODE`);
    assertEmpty(await readAll(client), `schema ${SHARED_SCHEMA}`);
    for (const table of MANAGEMENT_TABLES) {
      const columns: Readonly<Record<string, CopyColumn>> = MANAGEMENT[table];
      const target = inSchema(`:${table} (${Object.keys(columns)})`, SHARED_SCHEMA);
      await copyRows(client, target, Object.values(columns), rows[table]);
    }
    assertSame(rows, await readAll(client));
  });
}

async function readAll(client: Client): Promise<ManagementRows> {
  const read: [string, CopyRow[]][] = [];
  for (const table of MANAGEMENT_TABLES) {
    const columns: Readonly<Record<string, CopyColumn>> = MANAGEMENT[table];
    const text = inSchema(`SELECT ${Object.keys(columns)} FROM :${table}`, SHARED_SCHEMA);
    const { rows } = await client.query<CopyValue[]>({ text, rowMode: "array" });
    read.push([table, decoded(rows, Object.values(columns))]);
  }
  return Object.fromEntries(read) as unknown as ManagementRows;
}
