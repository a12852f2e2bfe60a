import type { DatabaseSync, SQLOutputValue } from "node:sqlite";
import type { StoredExtent } from "../chain-reader.ts";
import { lockForWriting, openForReading } from "./database.ts";
import { CHAIN_STEPS, MANAGEMENT_STEPS } from "./schema.ts";
import { CHAIN, stepRunner } from "./steps.ts";

/** A file that is copied. */
export interface CopySource {
  /** Reads columns of all rows of a table. */
  rows(table: string, columns: readonly string[]): IteratorObject<readonly SQLOutputValue[]>;
  close(): void;
}

/** A chain that is copied; nobody else writes it meanwhile. */
export interface CopiedChain extends CopySource, Pick<StoredExtent, "blocks" | "isOrphaned"> {
  /** Chain id of the nodes that the blocks were read from; undefined if it is unknown. */
  readonly chainId: number | undefined;
}

/**
 * Opens a chain in a SQLite file for copying it.
 *
 * @throws StoreLockedError if another process writes it.
 */
export function openChainSource(file: string): CopiedChain {
  const unlock = lockForWriting(file);
  const { db } = openForReading(file, CHAIN_STEPS);
  const { all } = stepRunner(db);
  return {
    ...all(CHAIN.queries.ofReader.extent()),
    chainId: all(CHAIN.queries.ofReader.chainId()),
    rows: rowsOf(db),
    close() {
      db.close();
      unlock();
    },
  };
}

/** Opens management data in a SQLite file for copying them, as they are now. */
export function openManagementSource(file: string): CopySource {
  const { db } = openForReading(file, MANAGEMENT_STEPS);
  db.exec("BEGIN");
  return { rows: rowsOf(db), close: () => db.close() };
}

function rowsOf(db: DatabaseSync): CopySource["rows"] {
  return function* (table, columns) {
    for (const row of db.prepare(`SELECT ${columns.join(", ")} FROM ${table}`).iterate()) {
      yield Object.values(row);
    }
  };
}
