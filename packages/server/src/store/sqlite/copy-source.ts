import { existsSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import {
  type Bounds,
  type CopyColumn,
  type CopyRow,
  type CopySource,
  HISTORY,
  STATE,
  type StateTable,
} from "../chain-copy.ts";
import { PER_BLOCK } from "../rows.ts";
import { readHex } from "./bytes.ts";
import { STEPS } from "./chain-schema.ts";
import { lockForWriting, openForReading, snapshots } from "./database.ts";

const BATCH_ROWS = 5_000;

/** Returns the names of columns. */
function columnNames(columns: Readonly<Record<string, CopyColumn>>): string {
  return Object.keys(columns).join(", ");
}

/** Opens a chain in a SQLite file for copying it. */
export function openCopySource(file: string): CopySource {
  if (!existsSync(file)) {
    throw new Error(`${file} does not exist`);
  }
  const { db } = openForReading(file, STEPS);
  const inSnapshot = snapshots(db);
  const select = (table: keyof typeof HISTORY, where: string) => {
    const statement = db.prepare(`SELECT ${columnNames(HISTORY[table])} FROM ${table} ${where}`);
    statement.setReturnArrays(true);
    return statement;
  };
  const blocks = select("block", "WHERE number BETWEEN ? AND ? ORDER BY number LIMIT ?");
  const transactions = select("tx", "WHERE id >= ? AND id < ? ORDER BY id");
  const transfers = select("nft_transfer", "WHERE block BETWEEN ? AND ? ORDER BY block");
  let unlock = () => {};
  return {
    ...contents(db),
    history: async (range, transfersFrom, limit) =>
      inSnapshot(() => {
        const block = blocks.all(range.first, range.last, limit) as unknown as CopyRow[];
        const last = block.length < limit ? range.last : Number(block.at(-1)?.[0]);
        const ids = [range.first * PER_BLOCK, (last + 1) * PER_BLOCK] as const;
        return {
          block,
          tx: transactions.all(...ids) as unknown as CopyRow[],
          nft_transfer: transfers.all(transfersFrom, last) as unknown as CopyRow[],
          transfersOf: { first: transfersFrom, last },
        };
      }),
    state: (table) => stateRows(db, table),
    async chainId() {
      const chainId = db.prepare("SELECT chain_id FROM head").get()?.chain_id;
      return chainId == null ? undefined : Number(chainId);
    },
    async lock() {
      unlock = lockForWriting(file);
    },
    async close() {
      db.close();
      unlock();
    },
  };
}

/** Reads bounds, hashes and counts. */
function contents(db: DatabaseSync): Pick<CopySource, "bounds" | "hash" | "count"> {
  const bounds = db.prepare("SELECT min(number) AS first, max(number) AS last FROM block");
  const hash = db.prepare("SELECT hash FROM block WHERE number = ?");
  return {
    async bounds() {
      const row = bounds.get();
      return row?.first === null ? undefined : (row as unknown as Bounds);
    },
    async hash(number) {
      const row = hash.get(number);
      return row && readHex(row.hash);
    },
    count: async (table) => Number(db.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.n),
  };
}

async function* stateRows(db: DatabaseSync, table: StateTable): AsyncGenerator<CopyRow[]> {
  const columns = Object.values<CopyColumn>(STATE[table]);
  const statement = db.prepare(`SELECT ${columnNames(STATE[table])} FROM ${table}`);
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
