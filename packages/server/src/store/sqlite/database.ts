import { DatabaseSync } from "node:sqlite";

const BUSY_TIMEOUT_MS = 5_000;

/**
 * Opens a SQLite file and brings its tables up to date.
 *
 * @param steps What makes the tables, in order; those a file has been through are left out.
 * @throws Error if the file was made by a newer version, or is no database.
 */
export function openDatabase(file: string, steps: readonly string[]): DatabaseSync {
  const db = new DatabaseSync(file, {
    timeout: BUSY_TIMEOUT_MS,
    enableForeignKeyConstraints: true,
  });
  db.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL");
  inTransaction(db, () => {
    const done = Number(db.prepare("PRAGMA user_version").get()?.user_version);
    if (done > steps.length) {
      throw new Error(`${file} was written by a newer version of this program`);
    }
    for (const step of steps.slice(done)) {
      db.exec(step);
    }
    db.exec(`PRAGMA user_version = ${steps.length}`);
  });
  return db;
}

/** Opens a SQLite file that is there and up to date, so that nothing can be written. */
export function openForReading(file: string): DatabaseSync {
  return new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS, readOnly: true });
}

/** Takes the write lock at once, so that what was read still holds when it is written. */
export function inTransaction<Result>(db: DatabaseSync, work: () => Result): Result {
  db.exec("BEGIN IMMEDIATE");
  try {
    const result = work();
    db.exec("COMMIT");
    return result;
  } catch (error) {
    // With a full disk, SQLite has undone it already.
    if (db.isTransaction) {
      db.exec("ROLLBACK");
    }
    throw error;
  }
}

/** Creates the function that lets several statements read one state of the file. */
export function snapshots(db: DatabaseSync): <Result>(read: () => Result) => Result {
  const begin = db.prepare("BEGIN");
  const end = db.prepare("COMMIT");
  return (read) => {
    begin.run();
    try {
      return read();
    } finally {
      end.run();
    }
  };
}
