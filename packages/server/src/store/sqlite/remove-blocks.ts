import type { DatabaseSync } from "node:sqlite";
import { chainSteps } from "../chain-steps.ts";
import type { ChainWriter } from "../chain-writer.ts";
import { transactionId } from "../ids.ts";
import { inTransaction } from "./database.ts";
import type { Immediate } from "./handle.ts";
import { DIALECT, type StepRunner } from "./steps.ts";
import { tipReader } from "./tip.ts";

/** A number beyond any block whose transaction ids are still safe integers. */
const LAST_BLOCK = 2 ** 32;

/** Removes blocks at either end. Each statement selects rows by key, so that none scans a whole table. */
export function blockRemover(
  db: DatabaseSync,
  { run }: StepRunner,
): Pick<Immediate<ChainWriter>, "rollbackTo" | "clear" | "pruneBelow"> {
  const { isTip, tip } = tipReader(db);
  const { undo, clear } = chainSteps(DIALECT);
  const removeTransactions = transactionRemover(db);
  const blocksBelow = db.prepare(
    "SELECT number FROM block WHERE number < ? ORDER BY number LIMIT ?",
  );
  const dropBelow = db.prepare("DELETE FROM block WHERE number < ?");
  const dropAbove = db.prepare("DELETE FROM block WHERE number > ?");
  return {
    rollbackTo: (number, expectedTip) =>
      inTransaction(db, () => {
        if (!isTip(expectedTip)) {
          return false;
        }
        undo(number).forEach(run);
        removeTransactions(number + 1, LAST_BLOCK);
        dropAbove.run(number);
        return true;
      }),
    clear: (expectedTip) =>
      inTransaction(db, () => {
        if (!isTip(expectedTip)) {
          return false;
        }
        clear().forEach(run);
        db.exec("DELETE FROM address_tx; DELETE FROM tx; DELETE FROM block");
        return true;
      }),
    pruneBelow: (number, limit) =>
      inTransaction(db, () => {
        const below = Math.min(number, tip()?.number ?? 0);
        const numbers = blocksBelow.all(below, limit).map((row) => Number(row.number));
        const [first, last] = [numbers[0], numbers.at(-1)];
        if (first !== undefined && last !== undefined) {
          removeTransactions(first, last + 1);
          dropBelow.run(last + 1);
        }
        return numbers.length;
      }),
  };
}

/** @returns Function that removes the transactions in a range of blocks, and their index entries. */
function transactionRemover(db: DatabaseSync): (first: number, end: number) => void {
  const lost = db.prepare(
    ["sender", "recipient", "created"]
      .map((column) => `SELECT ${column} AS address FROM tx WHERE id >= ?1 AND id < ?2`)
      .join(" UNION "),
  );
  const dropAddress = db.prepare("DELETE FROM address_tx WHERE address = ? AND id >= ? AND id < ?");
  const drop = db.prepare("DELETE FROM tx WHERE id >= ? AND id < ?");
  return (first, end) => {
    const ids = [first, end].map((blockNumber) => transactionId({ blockNumber, index: 0 }));
    const [from = 0, to = 0] = ids;
    for (const { address } of lost.all(from, to)) {
      // One is null: many transactions have no recipient or create nothing.
      dropAddress.run(address as Uint8Array | null, from, to);
    }
    drop.run(from, to);
  };
}
