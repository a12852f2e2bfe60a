import type { ChainReader } from "../chain-reader.ts";
import type { ChainWriter } from "../chain-writer.ts";
import type { StoreEngine } from "../engine.ts";
import type { ManagementStore } from "../management-store.ts";
import { STEPS } from "./chain-schema.ts";
import { openChainReader, openChainWriter } from "./chain-store.ts";
import { openCopySource } from "./copy-source.ts";
import { draftOf, openCopyTarget } from "./copy-target.ts";
import { openDatabase } from "./database.ts";
import { lockForWriting } from "./lock.ts";
import { exportManagement, importManagement } from "./management-copy.ts";
import { openManagementStore } from "./management-store.ts";
import { refetcher } from "./metadata.ts";
import { pairAdder } from "./pairs.ts";
import { promised } from "./promised.ts";
import { openSubgraphStore } from "./subgraph-store.ts";
import { waiting, whenFree } from "./when-free.ts";

/** A store in a SQLite file. */
export interface SqliteLocation {
  readonly kind: "sqlite";
  /** Path of the file. */
  readonly file: string;
}

/** Stores in SQLite files: one per chain, one for management data. */
export const sqliteEngine: StoreEngine<SqliteLocation> = {
  async openReader({ file }) {
    const { revision, ...store } = openChainReader(file);
    let damage: string | undefined;
    const onDamage = ({ message }: Error) => {
      damage ??= message;
    };
    return {
      ...promised<Omit<ChainReader, "revision" | "damage">>(file, store, onDamage),
      ...(revision && { revision }),
      damage: () => damage,
    };
  },
  async openWriter({ file }, options) {
    const unlock = lockForWriting(file);
    try {
      const store = openChainWriter(file, options);
      return promised<ChainWriter>(file, {
        ...store,
        close() {
          store.close();
          unlock();
        },
      });
    } catch (error) {
      unlock();
      throw error;
    }
  },
  async openManagement({ file }, now) {
    const store = await whenFree(file, () => openManagementStore(file, now));
    return waiting(file, promised<ManagementStore>(file, store));
  },
  async openSubgraphs({ file }, now) {
    const store = await whenFree(file, () => openSubgraphStore(file, now));
    return waiting(file, store);
  },
  openCopySource: async ({ file }) => openCopySource(file),
  openCopyTarget: async ({ file }) => ({
    ...openCopyTarget(file),
    location: { kind: "sqlite", file: draftOf(file) },
  }),
  exportManagement: async ({ file }) => exportManagement(file),
  importManagement: async ({ file }, rows) => importManagement(file, rows),
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
