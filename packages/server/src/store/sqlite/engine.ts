import type { StoreEngine } from "../engine.ts";
import { STEPS } from "./chain-schema.ts";
import { openChainReader, openChainWriter } from "./chain-store.ts";
import { openDatabase } from "./database.ts";
import { openManagementFile } from "./management.ts";
import { refetcher } from "./metadata.ts";
import { pairAdder } from "./pairs.ts";

/** A store in a SQLite file. */
export interface SqliteLocation {
  readonly kind: "sqlite";
  /** Path of the file. */
  readonly file: string;
}

/** Stores in SQLite files: one per chain, one for management data. */
export const sqliteEngine: StoreEngine<SqliteLocation> = {
  openReader: ({ file }) => openChainReader(file),
  openWriter: ({ file }, options) => openChainWriter(file, options),
  openManagementData: ({ file }, onOpened) => openManagementFile(file, onOpened),
  async refetchMetadata({ file }, collection, tokenId) {
    const db = openDatabase(file, STEPS);
    try {
      return refetcher(db)(collection, tokenId);
    } finally {
      db.close();
    }
  },
  async addPairs({ file }, pairs) {
    const db = openDatabase(file, STEPS);
    try {
      return pairAdder(db)(pairs);
    } finally {
      db.close();
    }
  },
};
