import type { DatabaseSync } from "node:sqlite";
import type { BlockRecord, TransactionPosition, TransactionRecord } from "../../chain/records.ts";
import type { ChainReader } from "../chain-store.ts";
import { toBytes, toHex } from "./bytes.ts";
import { PER_BLOCK, transactionId } from "./ids.ts";
import { type TransactionRow, unpackTransaction } from "./pack.ts";
import type { Immediate } from "./promised.ts";
import { tipReader } from "./tip.ts";

type TransactionReader = Pick<
  Immediate<ChainReader>,
  | "tip"
  | "getLatestBlock"
  | "getBlock"
  | "blockHash"
  | "getTransaction"
  | "listAddressTransactions"
  | "listBlockTransactions"
  | "listLatestTransactions"
  | "firstBlock"
>;

const END = Number.MAX_SAFE_INTEGER;

// Texts rather than blobs: for each of those an array of bytes would be made first.
const ROW = `tx.id, tx.body, block.time, lower(hex(tx.hash)) AS hash,
  lower(hex(tx.input)) AS input, lower(hex(block.hash)) AS blockHash`;
const WITH_BLOCK = "JOIN block ON block.number = tx.id >> 20";

/** Reads blocks and transactions. */
export function transactionReader(db: DatabaseSync): TransactionReader {
  const latest = db.prepare("SELECT body FROM block ORDER BY number DESC LIMIT 1");
  const block = db.prepare("SELECT body FROM block WHERE number = ?");
  const hashOf = db.prepare("SELECT hash FROM block WHERE number = ?");
  const byHash = db.prepare(`SELECT ${ROW} FROM tx ${WITH_BLOCK} WHERE tx.hash = ?`);
  const between = db.prepare(
    `SELECT ${ROW} FROM tx ${WITH_BLOCK} WHERE tx.id >= ? AND tx.id < ?
     ORDER BY tx.id DESC LIMIT ?`,
  );
  const ofAddress = db.prepare(
    `SELECT ${ROW} FROM address_tx AS a JOIN tx ON tx.id = a.id ${WITH_BLOCK}
     WHERE a.address = ? AND a.id < ? ORDER BY a.id DESC LIMIT ?`,
  );
  const idOf = (after: TransactionPosition | undefined) => (after ? transactionId(after) : END);

  const { tip } = tipReader(db);

  return {
    tip,
    getLatestBlock: () => blockOf(latest.get()),
    getBlock: (number) => blockOf(block.get(number)),
    blockHash(number) {
      const row = hashOf.get(number);
      return row && toHex(row.hash);
    },
    getTransaction(hash) {
      const row = byHash.get(toBytes(hash));
      return row && unpackTransaction(row as unknown as TransactionRow);
    },
    listAddressTransactions: (address, after, limit) =>
      all(ofAddress.all(toBytes(address), idOf(after), limit)),
    listBlockTransactions(blockNumber, after, limit) {
      const start = blockNumber * PER_BLOCK;
      const rows = between.all(start, Math.min(idOf(after), start + PER_BLOCK), limit);
      // Only an empty page leaves open whether there is the block.
      return rows.length > 0 || hashOf.get(blockNumber) ? all(rows) : undefined;
    },
    listLatestTransactions: (after, limit) => all(between.all(0, idOf(after), limit)),
    firstBlock() {
      const row = db.prepare("SELECT min(number) AS number FROM block").get();
      return typeof row?.number === "number" ? row.number : undefined;
    },
  };
}

type Row = Readonly<Record<string, unknown>> | undefined;

function blockOf(row: Row): BlockRecord | undefined {
  return row && JSON.parse(String(row.body));
}

function all(rows: readonly unknown[]): TransactionRecord[] {
  return rows.map((row) => unpackTransaction(row as TransactionRow));
}
