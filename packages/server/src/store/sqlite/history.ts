import type { DatabaseSync } from "node:sqlite";
import type { BlockChange, ChainWriter, WriterOptions } from "../chain-writer.ts";
import { contentWriter } from "./blocks.ts";
import { toBytes } from "./bytes.ts";
import { inTransaction } from "./database.ts";
import type { Immediate } from "./handle.ts";
import { ADD_DIRTY } from "./pairs.ts";
import { transactionRemover } from "./rollback.ts";
import { tipReader } from "./tip.ts";

type HistoryWriter = Pick<Immediate<ChainWriter>, "prependBlocks" | "pruneBelow">;

/** Adds and removes blocks at the lower end. */
export function historyWriter(db: DatabaseSync, { undoBlocks }: WriterOptions): HistoryWriter {
  const { tip, firstBlock } = tipReader(db);
  const addContent = contentWriter(db);
  const removeTransactions = transactionRemover(db);
  const touched = db.prepare("INSERT INTO touched VALUES (?, ?, ?)");
  const earlier = ["balance", "dirty"].map((table) =>
    db.prepare(`UPDATE ${table} SET since = ?3 WHERE owner = ?1 AND token = ?2 AND since > ?3`),
  );
  const dirty = db.prepare(ADD_DIRTY);
  const nft = db.prepare(
    "INSERT OR IGNORE INTO nft (collection, token_id, owner) VALUES (?, ?, ?)",
  );
  const blocksBelow = db.prepare(
    "SELECT number FROM block WHERE number < ? ORDER BY number LIMIT ?",
  );
  const dropBlocks = db.prepare("DELETE FROM block WHERE number < ?");

  // These rows remain from pruned blocks that are added again.
  const leftovers = ["touched", "nft_transfer"].map((table) =>
    db.prepare(`DELETE FROM ${table} WHERE block = ?`),
  );

  const prepend = (change: BlockChange, oldestUndo: number) => {
    const { number } = change.block;
    for (const statement of leftovers) {
      statement.run(number);
    }
    const owners = addContent(change);
    for (const { owner, token } of change.touched) {
      const key = [toBytes(owner), toBytes(token)] as const;
      if (number >= oldestUndo) {
        touched.run(number, ...key);
      }
      for (const statement of [...earlier, dirty]) {
        statement.run(...key, number);
      }
    }
    for (const { collection, tokenId, owner } of owners.toReversed()) {
      nft.run(collection, tokenId, owner);
    }
  };

  return {
    prependBlocks: (changes, expectedFirst) =>
      inTransaction(db, () => {
        if (firstBlock()?.hash !== expectedFirst.hash) {
          return false;
        }
        const oldestUndo = (tip()?.number ?? 0) - undoBlocks;
        for (const change of changes.toReversed()) {
          prepend(change, oldestUndo);
        }
        return true;
      }),
    pruneBelow: (number, limit) =>
      inTransaction(db, () => {
        const below = Math.min(number, tip()?.number ?? 0);
        const numbers = blocksBelow.all(below, limit).map((row) => Number(row.number));
        const [first, last] = [numbers[0], numbers.at(-1)];
        if (first !== undefined && last !== undefined) {
          removeTransactions(first, last + 1);
          dropBlocks.run(last + 1);
        }
        return numbers.length;
      }),
  };
}
