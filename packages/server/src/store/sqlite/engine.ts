import type { DatabaseSync } from "node:sqlite";
import type { ChainReader } from "../chain-reader.ts";
import type { ChainWriter, WriterOptions } from "../chain-writer.ts";
import type { StoreEngine } from "../engine.ts";
import { blockWriter } from "./blocks.ts";
import { STEPS } from "./chain-schema.ts";
import { openDatabase, openForReading, versionReader } from "./database.ts";
import { discoveryReader, receiptAdder, walletQueuer } from "./discoveries.ts";
import { extentReader } from "./extent.ts";
import { type Immediate, openStore } from "./handle.ts";
import { lockForWriting } from "./lock.ts";
import { openManagementFile } from "./management.ts";
import { metadataStore, refetcher } from "./metadata.ts";
import { pairAdder, pairLists } from "./pairs.ts";
import { blockRemover } from "./remove-blocks.ts";
import { setAsideReader, setAsideWriter } from "./set-aside.ts";
import { settler } from "./settle.ts";
import { tokenReader } from "./tokens.ts";
import { transactionReader } from "./transactions.ts";

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
  async besideWriter({ file }, work) {
    const db = openDatabase(file, STEPS);
    try {
      return await work({
        refetchMetadata: async (collection, tokenId) => refetcher(db)(collection, tokenId),
        addPairs: async (pairs) => pairAdder(db)(pairs),
        addReceived: async (received) => receiptAdder(db)(received),
        queueWallets: async (wallets, first) => walletQueuer(db)(wallets, first),
      });
    } finally {
      db.close();
    }
  },
};

/** Syncs the disk once per checkpoint of 64 MB rather than with each commit, and keeps indexes in memory. */
const FOR_IMPORTS = `PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 16384;
  PRAGMA cache_size = -65536`;

/**
 * Opens the store of one chain in a SQLite file, and creates it if it does not exist. Other processes
 * may read it concurrently.
 *
 * @throws StoreLockedError if another process writes it.
 * @throws Error if a newer version of this program wrote the file, or if it is not a database.
 */
async function openChainWriter(file: string, options: WriterOptions): Promise<ChainWriter> {
  const unlock = lockForWriting(file);
  try {
    return await openStore<ChainWriter>(file, () => {
      const db = openDatabase(file, STEPS);
      return {
        db: writer(db, options),
        close() {
          db.close();
          unlock();
        },
      };
    });
  } catch (error) {
    unlock();
    throw error;
  }
}

/**
 * Opens the store of one chain for reading, concurrently with its writer. A file that cannot be written is
 * read as it is, and opened again once another process or thread has written it.
 *
 * @param file Path of the file, which is created if it does not exist.
 * @throws Error if a newer version of this program wrote the file, or if it is not a database.
 */
async function openChainReader(file: string): Promise<ChainReader> {
  let revision: (() => number) | undefined;
  let damage: string | undefined;
  const open = () => {
    const { db, isStale } = openForReading(file, STEPS);
    const version = versionReader(db);
    // The version of an immutable file does not change, and one that is opened again may have the same.
    revision = isStale ? undefined : version;
    return { db: reader(db), ...(isStale && { isStale }), close: () => db.close() };
  };
  const store = await openStore<Omit<ChainReader, "revision" | "damage">>(file, open, (error) => {
    damage ??= error.message;
  });
  return { ...store, ...(revision && { revision }), damage: () => damage };
}

function writer(
  db: DatabaseSync,
  options: WriterOptions,
): Immediate<Omit<ChainWriter, "close" | "revision" | "damage">> {
  if (options.isImport) {
    db.exec(FOR_IMPORTS);
  }
  return {
    ...reader(db),
    ...blockWriter(db, options),
    ...blockRemover(db),
    ...pairLists(db),
    ...settler(db),
    ...setAsideWriter(db),
    ...metadataStore(db),
  };
}

function reader(db: DatabaseSync): Immediate<Omit<ChainReader, "close" | "revision" | "damage">> {
  const pages = db.prepare(
    "SELECT page_count * page_size AS size FROM pragma_page_count, pragma_page_size",
  );
  return {
    ...transactionReader(db),
    ...tokenReader(db),
    ...extentReader(db),
    ...discoveryReader(db),
    ...setAsideReader(db),
    size: () => Number(pages.get()?.size),
  };
}
