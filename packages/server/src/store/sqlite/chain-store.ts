import type { ChainStore, StoredChainReader } from "../chain-store.ts";
import { blockWriter } from "./blocks.ts";
import { STEPS } from "./chain-schema.ts";
import { openDatabase, openForReading } from "./database.ts";
import { metadataStore } from "./metadata.ts";
import { pairLists } from "./pairs.ts";
import { rollbackWriter } from "./rollback.ts";
import { settler } from "./settle.ts";
import { tokenReader } from "./tokens.ts";
import { transactionReader } from "./transactions.ts";

/**
 * Opens the store of one chain in a SQLite file, and makes it if it is not there. Readers in other
 * processes may have it open as well; there must be one writer.
 *
 * @param file Path of the file, or `:memory:`.
 * @throws Error if the file was made by a newer version, or is no database.
 */
export function openChainStore(file: string): ChainStore {
  const db = openDatabase(file, STEPS);
  return {
    ...transactionReader(db),
    ...tokenReader(db),
    ...blockWriter(db),
    ...rollbackWriter(db),
    ...pairLists(db),
    ...settler(db),
    ...metadataStore(db),
    close: () => db.close(),
  };
}

/**
 * Opens the store of one chain for reading, beside whoever writes it. What is read is what was last
 * written durably, at any time.
 *
 * @param file Path of the file; it is made if it is not there.
 * @throws Error if the file was made by a newer version, or is no database.
 */
export function openChainReader(file: string): StoredChainReader {
  openDatabase(file, STEPS).close();
  const db = openForReading(file);
  return { ...transactionReader(db), ...tokenReader(db), close: () => db.close() };
}
