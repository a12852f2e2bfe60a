import { existsSync, renameSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import {
  type CopyColumn,
  type CopyRow,
  type CopyTarget,
  type CopyValue,
  HISTORY,
  STATE,
  type StateTable,
  TargetExistsError,
} from "../chain-copy.ts";
import { PER_BLOCK } from "../ids.ts";
import { STEPS } from "./chain-schema.ts";
import { columnNames, contents } from "./copy-source.ts";
import { inTransaction, openDatabase } from "./database.ts";
import { lockForWriting } from "./lock.ts";

type WithoutLocation = Omit<CopyTarget<unknown>, "location">;

/** Returns the name of the unfinished copy of a file. */
export function draftOf(file: string): string {
  return `${file}.copy`;
}

/**
 * Opens the copy of a chain, in a file of another name until it is finished.
 *
 * @throws TargetExistsError if the file of the chain exists.
 * @throws StoreLockedError if another process copies to it.
 */
export function openCopyTarget(file: string): WithoutLocation {
  if (existsSync(file)) {
    throw new TargetExistsError(file);
  }
  const draft = draftOf(file);
  const unlock = lockForWriting(draft);
  const db = openDatabase(draft, STEPS);
  // A crash loses whole transactions, which are copied again.
  db.exec("PRAGMA synchronous = NORMAL");
  const close = async () => {
    db.close();
    unlock();
  };
  return {
    ...contents(db),
    ...writing(db),
    close,
    async finish() {
      if (existsSync(file)) {
        throw new TargetExistsError(file);
      }
      db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
      await close();
      renameSync(draft, file);
    },
  };
}

function writing(db: DatabaseSync): Pick<WithoutLocation, "add" | "retain" | "setState"> {
  const inserts = Object.fromEntries(
    Object.entries<Readonly<Record<string, CopyColumn>>>({ ...HISTORY, ...STATE }).map(
      ([table, columns]) => {
        const marks = Object.keys(columns).map(() => "?");
        return [
          table,
          db.prepare(`INSERT INTO ${table} (${columnNames(columns)}) VALUES (${marks.join(", ")})`),
        ];
      },
    ),
  );
  const addressTx = ["sender", "recipient", "created"].map((column) =>
    db.prepare(`INSERT OR IGNORE INTO address_tx SELECT ${column}, id FROM tx
      WHERE id BETWEEN ? AND ? AND ${column} IS NOT NULL`),
  );
  const insert = (table: string, rows: readonly CopyRow[]) => {
    for (const row of rows) {
      inserts[table]?.run(...row.map(stored));
    }
  };
  const dropTransfers = db.prepare("DELETE FROM nft_transfer WHERE block BETWEEN ? AND ?");
  const transfersAbove = db.prepare("DELETE FROM nft_transfer WHERE block > ?");
  const outside = [
    db.prepare("DELETE FROM block WHERE number < ? OR number > ?"),
    db.prepare(`DELETE FROM tx WHERE id < ? * ${PER_BLOCK} OR id >= (? + 1) * ${PER_BLOCK}`),
    db.prepare(
      `DELETE FROM address_tx WHERE id < ? * ${PER_BLOCK} OR id >= (? + 1) * ${PER_BLOCK}`,
    ),
  ];
  return {
    add: async ({ block, tx, nft_transfer, transfersOf }) =>
      inTransaction(db, () => {
        insert("block", block);
        insert("tx", tx);
        for (const statement of addressTx) {
          statement.run(stored(tx[0]?.[0] ?? null), stored(tx.at(-1)?.[0] ?? null));
        }
        dropTransfers.run(transfersOf.first, transfersOf.last);
        insert("nft_transfer", nft_transfer);
      }),
    retain: async ({ first, last }) =>
      inTransaction(db, () => {
        for (const statement of outside) {
          statement.run(first, last);
        }
        transfersAbove.run(last);
      }),
    async setState(read) {
      db.exec("BEGIN IMMEDIATE");
      try {
        for (const table of Object.keys(STATE) as StateTable[]) {
          db.exec(`DELETE FROM ${table}`);
          for await (const rows of read(table)) {
            insert(table, rows);
          }
        }
        db.exec("COMMIT");
      } catch (error) {
        db.exec("ROLLBACK");
        throw error;
      }
    },
  };
}

function stored(value: CopyValue): Exclude<CopyValue, boolean> {
  return typeof value === "boolean" ? Number(value) : value;
}
