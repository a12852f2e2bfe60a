import { DatabaseSync } from "node:sqlite";
import { StoreLockedError } from "../engine.ts";

const SQLITE_BUSY = 5;

/**
 * Takes the right to write a file, until it is released or the process ends in whatever way. Reading
 * needs no right.
 *
 * @param file Path of a SQLite file. The lock is a file beside it; it may stay there.
 * @returns Releases it.
 * @throws StoreLockedError if another process has it.
 */
export function lockForWriting(file: string): () => void {
  // A lock of SQLite's is one of the operating system: unlike a file with a process id in it, it
  // cannot outlive its process.
  let lock: DatabaseSync | undefined;
  try {
    lock = new DatabaseSync(`${file}.lock`);
    lock.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    lock?.close();
    const { errcode, message } = error as Error & { readonly errcode?: number };
    throw errcode === SQLITE_BUSY
      ? new StoreLockedError(file, error)
      : new Error(`${file}.lock: ${message}`, { cause: error });
  }
  const held = lock;
  return () => held.close();
}
