import type { DatabaseSync, SQLOutputValue } from "node:sqlite";
import type { Hex } from "../../chain/records.ts";
import { readHex } from "./bytes.ts";
import { lockForWriting, openForReading } from "./database.ts";
import { CHAIN_STEPS, MANAGEMENT_STEPS } from "./schema.ts";

/** A file that is copied. */
export interface CopySource {
  /** Reads columns of all rows of a table. */
  rows(table: string, columns: readonly string[]): Iterable<readonly SQLOutputValue[]>;
  close(): void;
}

/** A chain that is copied; nobody else writes it meanwhile. */
export interface CopiedChainFile extends CopySource {
  /** Numbers of the oldest block and the tip; undefined if there are none. */
  readonly blocks: { readonly oldest: number; readonly tip: number } | undefined;
  /** Chain id of the nodes that the blocks were read from; null if it is unknown. */
  readonly chainId: number | null;
  /** Hash of the tip, if the node has another chain. */
  readonly orphaned: Hex | null;
}

/**
 * Opens a chain in a SQLite file for copying it.
 *
 * @throws StoreLockedError if another process writes it.
 */
export function openChainSource(file: string): CopiedChainFile {
  const unlock = lockForWriting(file);
  const { db } = openForReading(file, CHAIN_STEPS);
  const bounds = db.prepare("SELECT min(number) AS oldest, max(number) AS tip FROM block").get();
  const head = db.prepare("SELECT chain_id, orphaned FROM head").get();
  return {
    blocks:
      bounds?.oldest == null
        ? undefined
        : { oldest: Number(bounds.oldest), tip: Number(bounds.tip) },
    chainId: head?.chain_id == null ? null : Number(head.chain_id),
    orphaned: head?.orphaned == null ? null : readHex(head.orphaned),
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
