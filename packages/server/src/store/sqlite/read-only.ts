import { existsSync, statSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { openForReading } from "./database.ts";
import { delegate } from "./delegate.ts";

/**
 * Opens a store for reading. If its file cannot be written at present, it is read as it is, and reopened
 * once another process or thread has written it, because the folder can be written then.
 *
 * @param create Creates the store of an open file.
 * @throws Error in the same cases as `openForReading`.
 */
export function openReadOnly<Store extends { close(): void }>(
  file: string,
  steps: readonly string[],
  create: (db: DatabaseSync, isImmutable: boolean) => Store,
): Store {
  const open = () => {
    const stamp = stampOf(file);
    const { db, isImmutable } = openForReading(file, steps);
    return { store: create(db, isImmutable), stamp: isImmutable ? stamp : undefined };
  };
  let current = open();
  if (current.stamp === undefined) {
    return current.store;
  }
  const refreshed = () => {
    if (current.stamp !== undefined && current.stamp !== stampOf(file)) {
      const before = current.store;
      current = open();
      before.close();
    }
    return current.store;
  };
  return delegate(current.store, (method) => (method === "close" ? current.store : refreshed()));
}

/** Changes with each write: first to the log of the file, later to the file. */
function stampOf(file: string): string {
  const log = `${file}-wal`;
  const { mtimeMs, size } = statSync(file, { throwIfNoEntry: false }) ?? { mtimeMs: 0, size: 0 };
  return `${mtimeMs} ${size} ${existsSync(log) ? statSync(log).size : 0}`;
}
