import { closeSync, existsSync, openSync, statSync } from "node:fs";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { NEWER_VERSION, StoreLockedError } from "../engine.ts";
import { createComplete } from "./create.ts";
import { inFile, tells } from "./errors.ts";

const BUSY_TIMEOUT_MS = 5_000;

/** How a file is opened for writing. */
interface OpenOptions {
  /** Milliseconds for which the thread is blocked while another process has locked the file. */
  readonly busyMs?: number;
  /** Whether a commit waits for the disk. Default: true; otherwise, a power failure may lose the latest commits. */
  readonly isDurable?: boolean;
}

/**
 * Opens a SQLite file and migrates its tables; creates it if it does not exist. A file that is up to date
 * is opened even while another process writes it.
 *
 * @param steps Migrations in order; those already applied are skipped.
 * @throws Error if a newer version created the file, if it is empty, or if it is not a database.
 */
export function openMigrated(
  file: string,
  steps: readonly string[],
  options: OpenOptions = {},
): DatabaseSync {
  return named(file, () => {
    createComplete(file, (draft) => migrated(draft, steps, options).close());
    if (statSync(file).size === 0) {
      throw new Error("the file is empty: restore it, or delete it to start over");
    }
    return migrated(file, steps, options);
  });
}

function migrated(
  file: string,
  steps: readonly string[],
  { busyMs = BUSY_TIMEOUT_MS, isDurable = true }: OpenOptions,
): DatabaseSync {
  const db = new DatabaseSync(file, {
    timeout: busyMs,
    enableForeignKeyConstraints: true,
  });
  try {
    db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = ${isDurable ? "FULL" : "NORMAL"}`);
    migrate(db, steps);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

function migrate(db: DatabaseSync, steps: readonly string[]): void {
  try {
    db.exec("BEGIN IMMEDIATE");
    for (const step of steps.slice(versionOf(db, steps))) {
      db.exec(step);
    }
    // Written in any case, which shows whether the file can be written.
    db.exec(`PRAGMA user_version = ${steps.length}; COMMIT`);
  } catch (error) {
    if (!tells(error, "busy") || versionOf(db, steps) < steps.length) {
      throw error;
    }
  }
}

/** A file that was opened for reading. */
interface OpenedFile {
  readonly db: DatabaseSync;
  /** Whether others have written the file since, which is not noticed; absent: that is noticed. */
  readonly isStale?: () => boolean;
}

/**
 * Opens a SQLite file as read-only. The file is created or migrated first; if that is impossible because
 * the folder is read-only or the disk is full, a file that is up to date is read as it is.
 *
 * @throws Error if a newer version created the file, or if it is not a database.
 */
export function openForReading(file: string, steps: readonly string[]): OpenedFile {
  const open = () => new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS, readOnly: true });
  try {
    openMigrated(file, steps).close();
  } catch (error) {
    if (!existsSync(file) || !tells(error, "unwritable")) {
      throw error;
    }
    return named(file, () => openAsItIs(file, steps, open));
  }
  return named(file, () => ({ db: open() }));
}

function openAsItIs(file: string, steps: readonly string[], open: () => DatabaseSync): OpenedFile {
  const log = `${file}-wal`;
  const isImmutable = !existsSync(log) || statSync(log).size === 0;
  const stamp = stampOf(file);
  // Without a log, SQLite could not create its shared memory; with one, that may remain from a crash.
  const db = isImmutable ? openImmutable(file) : open();
  try {
    if (versionOf(db, steps) < steps.length) {
      throw new Error("the folder cannot be written, and the file is of an older version");
    }
    return { db, ...(isImmutable && { isStale: () => stampOf(file) !== stamp }) };
  } catch (error) {
    db.close();
    throw isImmutable
      ? error
      : new Error("the folder cannot be written, and the file was not closed properly", {
          cause: error,
        });
  }
}

/** Changes with each write: first to the log of the file, later to the file. */
function stampOf(file: string): string {
  const stats = [file, `${file}-wal`].map((each) => statSync(each, { throwIfNoEntry: false }));
  return stats.map((stat) => `${stat?.mtimeMs} ${stat?.size}`).join();
}

function openImmutable(file: string): DatabaseSync {
  const url = pathToFileURL(file);
  url.searchParams.set("immutable", "1");
  return new DatabaseSync(url, { readOnly: true });
}

function versionOf(db: DatabaseSync, steps: readonly string[]): number {
  const version = Number(db.prepare("PRAGMA user_version").get()?.user_version);
  if (version > steps.length) {
    throw new Error(`it ${NEWER_VERSION}`);
  }
  return version;
}

/** Prefixes errors with the file. */
function named<Result>(file: string, open: () => Result): Result {
  try {
    return open();
  } catch (error) {
    throw inFile(file, error as Error);
  }
}

/** Takes the write lock at the beginning, so that data read in the transaction cannot change. */
export async function inTransaction<Result>(
  db: DatabaseSync,
  work: () => Result | Promise<Result>,
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

/** Creates a function that prepares statements whose rows are arrays, which are read faster than objects. */
export function arrayReader(db: DatabaseSync): (sql: string) => StatementSync {
  return (sql) => {
    const statement = db.prepare(sql);
    statement.setReturnArrays(true);
    return statement;
  };
}

/** Creates a reader of the version of the file, which changes with each commit of another connection. */
export function versionReader(db: DatabaseSync): () => number {
  const version = arrayReader(db)("PRAGMA data_version");
  return () => Number((version.get() as unknown as readonly unknown[])[0]);
}

/** Creates a function that runs several statements on one snapshot of the file. */
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

/**
 * Locks a file for writing until it is released or the process ends for any reason. Reading requires
 * no lock.
 *
 * @param file Path of a SQLite file. The lock is a separate file next to it, which may remain.
 * @returns Function that releases the lock.
 * @throws StoreLockedError if another process holds it.
 */
export function lockForWriting(file: string): () => void {
  // SQLite locks are operating system locks: unlike a file that contains a process id, they cannot
  // outlive the process.
  let lock: DatabaseSync | undefined;
  try {
    createForOwner(`${file}.lock`);
    lock = new DatabaseSync(`${file}.lock`);
    lock.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    lock?.close();
    throw tells(error, "busy")
      ? new StoreLockedError(file, error)
      : inFile(`${file}.lock`, error as Error);
  }
  const held = lock;
  return () => held.close();
}

/**
 * Creates an empty file that only its owner can read. One that exists must not be opened: closing it would end the
 * locks that this process has on it.
 */
function createForOwner(file: string): void {
  try {
    closeSync(openSync(file, "wx", 0o600));
  } catch {
    // It exists, or SQLite says why it cannot be created.
  }
}
