import { existsSync } from "node:fs";
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { inTurn } from "../../turns.ts";
import {
  type Handle,
  type ManagementDb,
  type ManagementSql,
  type Opened,
  openHandle,
  type SqlValue,
} from "../handle.ts";
import { openForReading, openMigrated } from "./database.ts";
import { isUnwritable } from "./errors.ts";
import { sharedFile } from "./handle.ts";

/** Migrations: each is applied once, and never changed after a release. */
export const MANAGEMENT_STEPS: readonly string[] = [
  `CREATE TABLE deployment (
     name TEXT NOT NULL, version TEXT NOT NULL, created_at INTEGER NOT NULL,
     PRIMARY KEY (name, version)
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE tag (
     name TEXT NOT NULL, tag TEXT NOT NULL, version TEXT NOT NULL, created_at INTEGER NOT NULL,
     PRIMARY KEY (name, tag),
     FOREIGN KEY (name, version) REFERENCES deployment (name, version)
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX tag_of_version ON tag (name, version);
   CREATE TABLE token (
     id TEXT PRIMARY KEY, name TEXT NOT NULL, scope TEXT NOT NULL, hash BLOB NOT NULL,
     created_at INTEGER NOT NULL, expires_at INTEGER
   ) STRICT, WITHOUT ROWID;
   -- A version without a row has no deployment at graph-node. While it is being deployed or removed,
   -- its row in deployment is missing, so that no tag can point at it.
   CREATE TABLE graph_node (
     name TEXT NOT NULL, version TEXT NOT NULL, deployment_id TEXT NOT NULL,
     remote_name TEXT NOT NULL UNIQUE, node TEXT, state TEXT NOT NULL, reason TEXT,
     created_at INTEGER NOT NULL, holder TEXT, until INTEGER NOT NULL,
     PRIMARY KEY (name, version)
   ) STRICT;`,
];

/** What is locked is tried again by the handle, because SQLite would block the thread. */
const NO_WAIT_MS = 0;

/**
 * Opens management data in a separate SQLite file, and creates it if it does not exist. If the folder cannot
 * be written, an existing file is read, and written as soon as it can be.
 *
 * @param file Path of the file, or `:memory:`.
 * @param onOpened As in `HandlePolicy`.
 * @throws Error if a newer version created the file, or if it is not a database.
 */
export function openManagementFile(
  file: string,
  onOpened?: () => void,
): Promise<Handle<ManagementDb>> {
  return openHandle(() => openFile(file), sharedFile(file, onOpened));
}

function openFile(file: string): Opened<ManagementDb> {
  try {
    return connectionOf(openMigrated(file, MANAGEMENT_STEPS, { busyMs: NO_WAIT_MS }));
  } catch (error) {
    if (!existsSync(file) || !isUnwritable(error)) {
      throw error;
    }
    const { db, isStale } = openForReading(file, MANAGEMENT_STEPS);
    const readOnlyReason = (error as Error).message;
    return { ...connectionOf(db), readOnlyReason, ...(isStale && { isStale }) };
  }
}

function connectionOf(db: DatabaseSync): Opened<ManagementDb> {
  const sql = statementsOf(db);
  // A transaction may wait for its statements; until it ends, the connection is used by nothing else.
  const alone = inTurn();
  return {
    db: {
      read: (work) => alone(() => work(sql)),
      write: (work) => alone(() => inLongTransaction(db, () => work(sql))),
    },
    close: () => alone(() => db.close()),
  };
}

/** Like `inTransaction`, for work that awaits its statements. */
async function inLongTransaction<Result>(
  db: DatabaseSync,
  work: () => Promise<Result>,
): Promise<Result> {
  db.exec("BEGIN IMMEDIATE");
  try {
    const result = await work();
    db.exec("COMMIT");
    return result;
  } catch (error) {
    // With a full disk, SQLite has rolled it back already.
    if (db.isTransaction) {
      db.exec("ROLLBACK");
    }
    throw error;
  }
}

function statementsOf(db: DatabaseSync): ManagementSql {
  const prepared = new Map<string, StatementSync>();
  const statement = (sql: string): StatementSync => {
    const known = prepared.get(sql) ?? db.prepare(sql.replaceAll(/:(?=[a-z])/g, ""));
    prepared.set(sql, known);
    return known;
  };
  return {
    all: async <Row>(sql: string, ...values: readonly SqlValue[]) =>
      statement(sql).all(...values) as Row[],
    get: async <Row>(sql: string, ...values: readonly SqlValue[]) =>
      statement(sql).get(...values) as Row | undefined,
    run: async (sql, ...values) => Number(statement(sql).run(...values).changes),
    text: (text): SqlValue => text,
  };
}
