import { existsSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { inTurn } from "../../turns.ts";
import {
  type Handle,
  type ManagementDb,
  type ManagementSql,
  type Opened,
  openHandle,
} from "../handle.ts";
import { inTransaction, openForReading, openMigrated } from "./database.ts";
import { tells } from "./errors.ts";
import { sharedFile } from "./handle.ts";
import { MANAGEMENT_STEPS } from "./schema.ts";
import { stepRunner } from "./steps.ts";

/** What is locked is tried again by the handle, because SQLite would block the thread. */
const NO_WAIT_MS = 0;

/**
 * Opens management data in a separate SQLite file, and creates it if it does not exist. If the folder cannot
 * be written, an existing file is read, and written as soon as it can be.
 *
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
    if (!existsSync(file) || !tells(error, "unwritable")) {
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
      write: (work) => alone(() => inTransaction(db, () => work(sql))),
    },
    close: () => alone(() => db.close()),
  };
}

function statementsOf(db: DatabaseSync): ManagementSql {
  const { rows, run } = stepRunner(db);
  return {
    all: async <Row>(sql: string, values = {}) => rows({ sql, values }) as Row[],
    get: async <Row>(sql: string, values = {}) => rows({ sql, values })[0] as Row | undefined,
    run: async (sql, values) => Number(run([{ sql, values }])[0]),
  };
}
