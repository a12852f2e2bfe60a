import type { DatabaseSync } from "node:sqlite";
import {
  type CopiedBlocks,
  type CopyColumn,
  type CopyRow,
  HISTORY,
  type HistoryRows,
  STATE,
  type StateTable,
} from "../chain-copy.ts";
import { PER_BLOCK } from "../rows.ts";
import { readHex } from "./bytes.ts";
import { STEPS } from "./chain-schema.ts";
import { lockForWriting, openForReading } from "./database.ts";

const BATCH_ROWS = 5_000;

/** A chain that is copied; nobody else writes it meanwhile. */
export type CopySource = ReturnType<typeof openCopySource>;

/**
 * Opens a chain in a SQLite file for copying it.
 *
 * @throws StoreLockedError if another process writes it.
 */
export function openCopySource(file: string) {
  const unlock = lockForWriting(file);
  const { db } = openForReading(file, STEPS);
  const rowsOf = (table: keyof typeof HISTORY, where: string) => {
    const columns = Object.keys(HISTORY[table]).join(", ");
    const statement = db.prepare(`SELECT ${columns} FROM ${table} ${where}`);
    statement.setReturnArrays(true);
    return (from: number, to: number) => statement.all(from, to) as unknown as CopyRow[];
  };
  const blocks = rowsOf("block", "WHERE number BETWEEN ? AND ? ORDER BY number");
  const transactions = rowsOf("tx", "WHERE id >= ? AND id < ? ORDER BY id");
  const transfers = rowsOf("nft_transfer", "WHERE block BETWEEN ? AND ? ORDER BY block");
  const hash = db.prepare("SELECT hash FROM block WHERE number = ?");
  const bounds = db.prepare("SELECT min(number) AS first, max(number) AS last FROM block").get();
  const chainId = db.prepare("SELECT chain_id FROM head").get()?.chain_id;
  return {
    /** Chain id of the nodes that the blocks were read from; undefined if it is unknown. */
    chainId: chainId == null ? undefined : Number(chainId),
    /** The stored blocks; undefined if there are none. */
    blocks: bounds?.first === null ? undefined : (bounds as unknown as CopiedBlocks),
    /** Returns the hash of a block. */
    hash: (number: number) => readHex(hash.get(number)?.hash),
    /**
     * Reads blocks with transactions and NFT transfers.
     *
     * @param transfersFrom First block of which NFT transfers are read; those of removed blocks remain.
     */
    history: (first: number, last: number, transfersFrom: number): HistoryRows => ({
      block: blocks(first, last),
      tx: transactions(first * PER_BLOCK, (last + 1) * PER_BLOCK),
      nft_transfer: transfers(transfersFrom, last),
    }),
    /** Reads a table of the state in batches. */
    state: (table: StateTable) => stateRows(db, table),
    /** Counts the rows of a table. */
    count: (table: string) => Number(db.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.n),
    close() {
      db.close();
      unlock();
    },
  };
}

function* stateRows(db: DatabaseSync, table: StateTable): Generator<CopyRow[], void, undefined> {
  const columns = Object.values<CopyColumn>(STATE[table]);
  const statement = db.prepare(`SELECT ${Object.keys(STATE[table]).join(", ")} FROM ${table}`);
  statement.setReturnArrays(true);
  let batch: CopyRow[] = [];
  for (const row of statement.iterate() as unknown as Iterable<CopyRow>) {
    batch.push(row.map((value, at) => (columns[at] === "bool" ? value === 1 : value)));
    if (batch.length === BATCH_ROWS) {
      yield batch;
      batch = [];
    }
  }
  yield batch;
}
