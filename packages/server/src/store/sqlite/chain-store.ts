import type { DatabaseSync } from "node:sqlite";
import type { ChainReader } from "../chain-reader.ts";
import type { ChainWriter, WriterOptions } from "../chain-writer.ts";
import { blockWriter } from "./blocks.ts";
import { STEPS } from "./chain-schema.ts";
import { openDatabase, versionReader } from "./database.ts";
import { historyWriter } from "./history.ts";
import { metadataCounter, metadataStore } from "./metadata.ts";
import { pairLists } from "./pairs.ts";
import type { Immediate } from "./promised.ts";
import { openReadOnly } from "./read-only.ts";
import { rollbackWriter } from "./rollback.ts";
import { setAsideReader, setAsideWriter } from "./set-aside.ts";
import { settler } from "./settle.ts";
import { tokenReader } from "./tokens.ts";
import { transactionReader } from "./transactions.ts";

/** Syncs the disk once per checkpoint of 64 MB rather than with each commit, and keeps indexes in memory. */
const FOR_IMPORTS = `PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 16384;
  PRAGMA cache_size = -65536`;

/**
 * Opens the store of one chain in a SQLite file, and creates it if it does not exist. Other processes
 * may read it concurrently; there must be only one writer.
 *
 * @throws Error if a newer version of this program wrote the file, or if it is not a database.
 */
export function openChainWriter(file: string, options: WriterOptions): Immediate<ChainWriter> {
  const db = openDatabase(file, STEPS);
  if (options.isImport) {
    db.exec(FOR_IMPORTS);
  }
  return {
    // Its own changes do not change the version that SQLite reports.
    ...reader(db, () => Number.NaN),
    ...blockWriter(db, options),
    ...rollbackWriter(db),
    ...historyWriter(db, options),
    ...pairLists(db),
    ...settler(db),
    ...setAsideWriter(db),
    ...metadataStore(db),
  };
}

/**
 * Opens the store of one chain for reading, concurrently with its writer.
 *
 * @param file Path of the file, which is created if it does not exist.
 * @throws Error if a newer version of this program wrote the file, or if it is not a database.
 */
export function openChainReader(file: string): Immediate<ChainReader> {
  return openReadOnly(file, STEPS, (db, isImmutable) => {
    const revision = versionReader(db);
    // The version of an immutable file does not change, and one that is opened again may have the same.
    return { ...reader(db, revision), ...(isImmutable ? {} : { revision }) };
  });
}

function reader(db: DatabaseSync, fileVersion: () => number): Immediate<ChainReader> {
  const pages = db.prepare(
    "SELECT page_count * page_size AS size FROM pragma_page_count, pragma_page_size",
  );
  return {
    ...transactionReader(db, fileVersion),
    ...tokenReader(db),
    countMetadata: metadataCounter(db),
    ...setAsideReader(db),
    size: () => Number(pages.get()?.size),
    close: () => db.close(),
  };
}
