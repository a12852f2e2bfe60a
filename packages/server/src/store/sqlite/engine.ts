import type { DatabaseSync } from "node:sqlite";
import { inTurn } from "../../turns.ts";
import type { ChainReader } from "../chain-reader.ts";
import type { ChainWriter, WriterOptions } from "../chain-writer.ts";
import {
  chainAdditions,
  chainWriting,
  type Transact,
  type TransactOnTip,
} from "../chain-writing.ts";
import type { StoreEngine } from "../engine.ts";
import { whileBusy } from "../handle.ts";
import { readUnchanged } from "../read-unchanged.ts";
import { readsOf } from "../steps.ts";
import {
  inTransaction,
  lockForWriting,
  openForReading,
  openMigrated,
  versionReader,
} from "./database.ts";
import { type Methods, openStore, sharedFile } from "./handle.ts";
import { openManagementFile } from "./management.ts";
import { CHAIN_STEPS } from "./schema.ts";
import { CHAIN, type StepRunner, stepRunner } from "./steps.ts";
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
    const policy = sharedFile(file);
    // Requests wait for this thread: it waits for no lock, for no disk, and for no checkpoint as long as the writer of the
    // chain makes them.
    const options = { busyMs: 0, isDurable: false };
    const db = await whileBusy(() => openMigrated(file, CHAIN_STEPS, options), policy);
    try {
      db.exec(RARE_CHECKPOINTS);
      const runner = stepRunner(db);
      const alone = inTurn();
      const transact: Transact = (change) =>
        alone(() => whileBusy(() => inTransaction(db, () => change(runner)), policy));
      return await work(chainAdditions(CHAIN, transact, transact));
    } finally {
      db.close();
    }
  },
};

/** Copies what was written into the file after each 64 MB rather than 4. */
const RARE_CHECKPOINTS = "PRAGMA wal_autocheckpoint = 16384";

/** Syncs the disk once per checkpoint rather than with each commit, and keeps indexes in memory. */
const FOR_IMPORTS = `PRAGMA synchronous = NORMAL; ${RARE_CHECKPOINTS}; PRAGMA cache_size = -65536`;

async function openChainWriter(file: string, options: WriterOptions): Promise<ChainWriter> {
  const unlock = lockForWriting(file);
  try {
    const open = () => {
      const db = openMigrated(file, CHAIN_STEPS);
      return {
        db: writer(db, options),
        close() {
          db.close();
          unlock();
        },
      };
    };
    const store = await openStore<Omit<ChainWriter, ApartFromStatements>>(file, open, {
      // A transaction waits for its statements, and others would run in between.
      inTurn: inTurn(),
    });
    const opened: ChainWriter = {
      ...store,
      readWithExtent: (of, read) => readUnchanged(opened, of, read),
      revision: () => undefined,
      damage: () => undefined,
    };
    return opened;
  } catch (error) {
    unlock();
    throw error;
  }
}

/** A file that cannot be written is read as it is, and opened again once another process or thread has written it. */
async function openChainReader(file: string): Promise<ChainReader> {
  let revision: (() => number) | undefined;
  let damage: string | undefined;
  const open = () => {
    const { db, isStale } = openForReading(file, CHAIN_STEPS);
    const version = versionReader(db);
    // The version of an immutable file does not change, and one that is opened again may have the same.
    revision = isStale ? undefined : version;
    return { db: reader(db), ...(isStale && { isStale }), close: () => db.close() };
  };
  const store = await openStore<Omit<ChainReader, ApartFromStatements>>(file, open, {
    onDamage(error) {
      damage ??= error.message;
    },
  });
  const opened: ChainReader = {
    ...store,
    readWithExtent: (of, read) => readUnchanged(opened, of, read),
    revision: () => revision?.(),
    damage: () => damage,
  };
  return opened;
}

/** Members of the port that are no statements of one connection. */
type ApartFromStatements = "readWithExtent" | "revision" | "damage";

function writer(
  db: DatabaseSync,
  { undoBlocks, isImport }: WriterOptions,
): Methods<Omit<ChainWriter, "close" | ApartFromStatements>> {
  if (isImport) {
    db.exec(FOR_IMPORTS);
  }
  const runner = stepRunner(db);
  const { all } = runner;
  const transact: TransactOnTip = (work) =>
    inTransaction(db, () => work(runner, all(CHAIN.queries.ofReader.tip())));
  return {
    ...reader(db, runner),
    ...readsOf(CHAIN.queries.ofWriter, all),
    ...chainWriting(CHAIN, transact, undoBlocks),
    setFollowerStatus() {},
  };
}

function reader(
  db: DatabaseSync,
  runner: StepRunner = stepRunner(db),
): Methods<Omit<ChainReader, "close" | ApartFromStatements>> {
  const pages = db.prepare(
    "SELECT page_count * page_size AS size FROM pragma_page_count, pragma_page_size",
  );
  return {
    ...transactionReader(db, runner),
    ...tokenReader(db, runner),
    ...readsOf(CHAIN.queries.ofReader, runner.all),
    size: () => Number(pages.get()?.size),
    // A file is followed by the process that serves it, or by none.
    followerStatus: () => undefined,
  };
}
