import { DatabaseSync } from "node:sqlite";

/**
 * Takes the right to write a file, until it is given back or the process ends in whatever way.
 * Reading needs no right.
 *
 * @param file Path of a SQLite file. The lock is a file beside it; it may stay there.
 * @returns Gives the right back.
 * @throws Error if another process has it.
 */
export function lockForWriting(file: string): () => void {
  // A lock of SQLite's is one of the operating system: unlike a file with a process id in it, it
  // cannot outlive its process.
  const lock = new DatabaseSync(`${file}.lock`);
  try {
    lock.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    lock.close();
    throw new Error(`another process writes ${file}`, { cause: error });
  }
  return () => lock.close();
}
