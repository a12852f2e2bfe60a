import type { DatabaseSync, StatementSync } from "node:sqlite";
import {
  ADD_FORMER_OWNERS,
  ADD_PENDING,
  ADD_POSSIBLE,
  EARLIER_PAIRS,
  LEFTOVERS,
  POSSIBLE_COLUMNS,
} from "../chain-steps.ts";
import type { BlockChange, ChainWriter, WriterOptions } from "../chain-writer.ts";
import {
  assertConsecutive,
  type BlockRows,
  blockRows,
  LAST_BLOCK,
  type Rows,
  transactionId,
} from "../rows.ts";
import { toBytes, toWord } from "./bytes.ts";
import { inTransaction } from "./database.ts";
import type { Immediate } from "./handle.ts";
import { QUERIES, STEPS, type StepRunner } from "./steps.ts";

type BlockWriter = Pick<
  Immediate<ChainWriter>,
  "addBlocks" | "prependBlocks" | "rollbackTo" | "clear" | "pruneBelow"
>;

const CODEC = { bytes: toBytes, word: toWord };
const OWNER = "INSERT INTO nft (collection, token_id, owner) VALUES (?, ?, ?) ON CONFLICT DO";
const SINCE = "since = excluded.since WHERE since > excluded.since";
/** Adds and removes blocks at either end. Each statement selects rows by key, so that none scans a whole table. */
export function blockWriter(
  db: DatabaseSync,
  { all, prepare, run: runSteps }: StepRunner,
  { undoBlocks }: WriterOptions,
): BlockWriter {
  const tip = () => all(QUERIES.ofReader.tip());
  const removeTransactions = transactionRemover(db);
  const run = (statement: StatementSync, rows: Iterable<Rows<Uint8Array>[number]>) => {
    for (const row of rows) {
      statement.run(...row);
    }
  };
  const block = db.prepare("INSERT INTO block VALUES (?, ?, ?, ?)");
  const tx = db.prepare("INSERT INTO tx VALUES (?, ?, ?, ?, ?, ?, ?)");
  const addressTx = db.prepare("INSERT OR IGNORE INTO address_tx VALUES (?, ?)");
  const transfer = db.prepare("INSERT INTO nft_transfer VALUES (?, ?, ?, ?, ?, ?, ?)");
  /** Adds blocks, transactions and transfers, at either end. @returns All rows of the blocks. */
  const addContent = (changes: readonly BlockChange[]): BlockRows<Uint8Array> => {
    const rows = blockRows(changes, CODEC);
    run(block, rows.block);
    run(tx, rows.tx);
    for (const { record, participants } of changes.flatMap(({ transactions }) => transactions)) {
      const id = transactionId(record);
      for (const address of participants) {
        addressTx.run(toBytes(address), id);
      }
    }
    run(transfer, rows.nft_transfer);
    return rows;
  };
  const touched = db.prepare("INSERT INTO touched VALUES (?, ?, ?)");
  // What the pairs of blocks at the top and at the bottom do to those that are known.
  const dirty = db.prepare(`INSERT INTO dirty VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET ${SINCE}`);
  const columns = ["owner", "token", "since"];
  const earlier = [...EARLIER_PAIRS, ADD_PENDING].map((sql) => prepare(sql, columns));
  // Owners after blocks at the top replace those that are known.
  const moved = db.prepare(`${OWNER} UPDATE SET owner = excluded.owner`);
  // A token that was burnt and minted again may have a different URI.
  const minted = db.prepare(
    `${OWNER} UPDATE SET owner = excluded.owner, uri = NULL, metadata = NULL, asked = 0`,
  );
  const former = prepare(ADD_FORMER_OWNERS, ["collection", "token_id", "owner"]);
  const possible = prepare(ADD_POSSIBLE, POSSIBLE_COLUMNS);
  const forget = db.prepare("DELETE FROM touched WHERE block < ?");
  // These rows remain from pruned blocks that are added again.
  const leftovers = LEFTOVERS.map((table) =>
    db.prepare(`DELETE FROM ${table} WHERE block >= ? AND block <= ?`),
  );
  /** Changes the chain in a transaction, unless another block is the tip. */
  const onTip = (expected: { readonly hash: string } | undefined, change: () => void) =>
    inTransaction(db, () => {
      const isTip = tip()?.hash === expected?.hash;
      if (isTip) {
        change();
      }
      return isTip;
    });

  return {
    addBlocks(changes, expectedTip) {
      assertConsecutive(changes, expectedTip);
      return onTip(expectedTip, () => {
        const rows = addContent(changes);
        run(touched, rows.touched);
        run(dirty, rows.pairs);
        run(possible, rows.possible_nft);
        runSteps(STEPS.addRareEvents(changes));
        run(moved, rows.moved);
        run(minted, rows.minted);
        runSteps(STEPS.takeOver(changes));
        forget.run((changes.at(-1)?.block.number ?? 0) - undoBlocks);
      });
    },
    prependBlocks(changes, expectedOldest) {
      assertConsecutive(changes, undefined, expectedOldest);
      return inTransaction(db, () => {
        const [first, last] = [changes[0]?.block.number, changes.at(-1)?.block.number];
        if (all(QUERIES.ofReader.oldest())?.hash !== expectedOldest.hash) {
          return false;
        }
        if (first === undefined || last === undefined) {
          return true;
        }
        for (const statement of leftovers) {
          statement.run(first, last);
        }
        const rows = addContent(changes);
        const oldestUndo = (tip()?.number ?? 0) - undoBlocks;
        run(
          touched,
          rows.touched.filter(([number]) => Number(number) >= oldestUndo),
        );
        for (const statement of earlier) {
          run(statement, rows.pairs);
        }
        run(former, rows.moved);
        run(former, rows.minted);
        run(possible, rows.possible_nft);
        runSteps(STEPS.addRareEvents(changes));
        return true;
      });
    },
    rollbackTo: (number, expectedTip) =>
      onTip(expectedTip, () => {
        removeTransactions(number + 1, LAST_BLOCK);
        runSteps(STEPS.undo(number));
      }),
    clear: (expectedTip) =>
      onTip(expectedTip, () => {
        runSteps(STEPS.clear());
        db.exec("DELETE FROM address_tx");
      }),
    pruneBelow: (number, limit) =>
      inTransaction(db, () => {
        const { lowest, highest, count } = all(QUERIES.blocksBelow(number, limit));
        if (count > 0) {
          removeTransactions(lowest, highest + 1);
          runSteps(STEPS.pruneUpTo(highest));
        }
        return count;
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
