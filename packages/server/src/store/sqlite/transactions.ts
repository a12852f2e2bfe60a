import type { DatabaseSync } from "node:sqlite";
import type { TransactionPosition } from "../../chain/records.ts";
import type { ChainReader } from "../chain-reader.ts";
import { PER_BLOCK, placeOf, transactionId } from "../ids.ts";
import { readHex, toBytes } from "./bytes.ts";
import { snapshots } from "./database.ts";
import type { Immediate } from "./handle.ts";
import { recordReader } from "./records.ts";
import { tipReader } from "./tip.ts";
import { withinBytes } from "./within-bytes.ts";

type TransactionReader = Pick<
  Immediate<ChainReader>,
  | "tip"
  | "getLatestBlock"
  | "getBlock"
  | "blockHash"
  | "getTransaction"
  | "transactionPlace"
  | "listAddressTransactions"
  | "listBlockTransactions"
  | "listLatestTransactions"
  | "outlineTransactions"
  | "firstBlock"
>;

const END = Number.MAX_SAFE_INTEGER;
/**
 * Reads blocks and transactions.
 *
 * @param fileVersion Returns a number that changes with each change of the file.
 */
export function transactionReader(db: DatabaseSync, fileVersion: () => number): TransactionReader {
  const between = db.prepare("SELECT id FROM tx WHERE id >= ? AND id < ? ORDER BY id DESC LIMIT ?");
  const ofAddress = db.prepare(
    "SELECT id FROM address_tx WHERE address = ? AND id < ? ORDER BY id DESC LIMIT ?",
  );
  for (const ids of [between, ofAddress]) {
    ids.setReturnArrays(true);
  }
  const place = db.prepare(
    "SELECT tx.id, block.hash FROM tx JOIN block ON block.number = tx.id >> 20 WHERE tx.hash = ?",
  );
  const outline = (ids: string) =>
    db.prepare(`SELECT p.count, p.id, block.hash FROM (SELECT count(*) AS count, max(id) AS id
      FROM (SELECT id FROM ${ids} ORDER BY id DESC LIMIT ?)) AS p
      LEFT JOIN block ON block.number = p.id >> 20`);
  const outlineOfAll = outline("tx WHERE id < ?");
  const outlineOfAddress = outline("address_tx WHERE address = ? AND id < ?");
  const idOf = (after: TransactionPosition | undefined) => (after ? transactionId(after) : END);
  const { tip, firstBlock } = tipReader(db);
  const records = recordReader(db, fileVersion);
  const inSnapshot = snapshots(db);
  const all = (rows: readonly unknown[], maxBytes = Number.POSITIVE_INFINITY) => {
    const ids = rows.map((row) => (row as readonly number[])[0] as number);
    return withinBytes(records.transactions(ids), maxBytes, ({ input }) => input.length);
  };

  return {
    tip,
    getLatestBlock: () =>
      inSnapshot(() => {
        const newest = tip();
        return newest && records.block(newest.number);
      }),
    getBlock: records.block,
    blockHash: records.blockHash,
    getTransaction: records.transaction,
    transactionPlace(hash) {
      const row = place.get(toBytes(hash));
      return row && placeOf(Number(row.id), readHex(row.hash));
    },
    listAddressTransactions: (address, after, limit, maxBytes) =>
      inSnapshot(() => all(ofAddress.all(toBytes(address), idOf(after), limit), maxBytes)),
    listBlockTransactions: (blockNumber, after, limit, maxBytes) =>
      inSnapshot(() => {
        const start = blockNumber * PER_BLOCK;
        const rows = between.all(start, Math.min(idOf(after), start + PER_BLOCK), limit);
        // Only for an empty page is it unclear whether the block exists.
        return rows.length > 0 || records.blockHash(blockNumber) ? all(rows, maxBytes) : undefined;
      }),
    listLatestTransactions: (after, limit, maxBytes) =>
      inSnapshot(() => all(between.all(0, idOf(after), limit), maxBytes)),
    outlineTransactions(address, after, limit) {
      const row = address
        ? outlineOfAddress.get(toBytes(address), idOf(after), limit)
        : outlineOfAll.get(idOf(after), limit);
      const count = Number(row?.count);
      return {
        count,
        newest: row && count > 0 ? placeOf(Number(row.id), readHex(row.hash)) : undefined,
      };
    },
    firstBlock,
  };
}
