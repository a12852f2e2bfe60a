import { DatabaseSync } from "node:sqlite";
import { StoreLockedError } from "../engine.ts";
import { inFile, isBusy } from "./errors.ts";

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
    lock = new DatabaseSync(`${file}.lock`);
    lock.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    lock?.close();
    throw isBusy(error)
      ? new StoreLockedError(file, error)
      : inFile(`${file}.lock`, error as Error);
  }
  const held = lock;
  return () => held.close();
}
