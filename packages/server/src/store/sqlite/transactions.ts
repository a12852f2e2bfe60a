import type { DatabaseSync } from "node:sqlite";
import type { TransactionPosition } from "../../chain/records.ts";
import type { ChainReader } from "../chain-store.ts";
import { PER_BLOCK, transactionId } from "../ids.ts";
import { toBytes } from "./bytes.ts";
import { snapshots } from "./database.ts";
import type { Immediate } from "./promised.ts";
import { recordReader } from "./records.ts";
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
  const idOf = (after: TransactionPosition | undefined) => (after ? transactionId(after) : END);
  const { tip, firstBlock } = tipReader(db);
  const records = recordReader(db, fileVersion);
  const inSnapshot = snapshots(db);
  const all = (rows: readonly unknown[]) =>
    records.transactions(rows.map((row) => (row as readonly number[])[0] as number));

  return {
    tip,
    getLatestBlock: () =>
      inSnapshot(() => {
        const newest = tip();
        return newest && records.block(newest.number);
      }),
    getBlock: (number) => records.cachedBlock(number) ?? inSnapshot(() => records.block(number)),
    blockHash: (number) => records.cachedBlock(number)?.hash ?? records.blockHash(number),
    getTransaction: (hash) => records.cachedTransaction(hash) ?? records.transaction(hash),
    listAddressTransactions: (address, after, limit) =>
      inSnapshot(() => all(ofAddress.all(toBytes(address), idOf(after), limit))),
    listBlockTransactions: (blockNumber, after, limit) =>
      inSnapshot(() => {
        const start = blockNumber * PER_BLOCK;
        const rows = between.all(start, Math.min(idOf(after), start + PER_BLOCK), limit);
        // Only for an empty page is it unclear whether the block exists.
        return rows.length > 0 || records.blockHash(blockNumber) ? all(rows) : undefined;
      }),
    listLatestTransactions: (after, limit) =>
      inSnapshot(() => all(between.all(0, idOf(after), limit))),
    firstBlock,
  };
}
