import { existsSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import type { CopyRow, CopyValue } from "../chain-copy.ts";
import {
  assertEmpty,
  assertSame,
  MANAGEMENT,
  MANAGEMENT_TABLES,
  type ManagementRows,
} from "../management-copy.ts";
import { inTransaction, openDatabase, openForReading, snapshots } from "./database.ts";
import { STEPS } from "./management-schema.ts";

/** Reads the management store in a SQLite file. */
export function exportManagement(file: string): ManagementRows {
  if (!existsSync(file)) {
    throw new Error(`${file} does not exist`);
  }
  const { db } = openForReading(file, STEPS);
  try {
    return snapshots(db)(() => readAll(db));
  } finally {
    db.close();
  }
}

/** Fills the management store in a SQLite file. @throws Error if it has rows. */
export function importManagement(file: string, rows: ManagementRows): void {
  const db = openDatabase(file, STEPS);
  try {
    inTransaction(db, () => {
      assertEmpty(readAll(db), file);
      for (const table of MANAGEMENT_TABLES) {
        const columns = Object.keys(MANAGEMENT[table]);
        const marks = columns.map(() => "?");
        const insert = db.prepare(`INSERT INTO ${table} (${columns}) VALUES (${marks})`);
        for (const row of rows[table]) {
          insert.run(...(row as readonly Exclude<CopyValue, boolean>[]));
        }
      }
      assertSame(rows, readAll(db));
    });
  } finally {
    db.close();
  }
}

function readAll(db: DatabaseSync): ManagementRows {
  const entries = MANAGEMENT_TABLES.map((table) => {
    const statement = db.prepare(`SELECT ${Object.keys(MANAGEMENT[table])} FROM ${table}`);
    statement.setReturnArrays(true);
    return [table, statement.all() as unknown as CopyRow[]] as const;
  });
  return Object.fromEntries(entries) as unknown as ManagementRows;
}
