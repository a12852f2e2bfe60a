import type { DatabaseSync } from "node:sqlite";
import type { ChainWriter } from "../chain-writer.ts";
import { LOST, transactionId } from "../ids.ts";
import { inTransaction } from "./database.ts";
import type { Immediate } from "./handle.ts";
import { tipReader } from "./tip.ts";

type Undo = (number: number) => void;

/** A number beyond any block whose transaction ids are still safe integers. */
const LAST_BLOCK = 2 ** 32;

/** Removes blocks at either end. Each statement selects rows by key, so that none scans a whole table. */
export function blockRemover(
  db: DatabaseSync,
): Pick<Immediate<ChainWriter>, "rollbackTo" | "pruneBelow"> {
  const { isTip, tip } = tipReader(db);
  const removeTransactions = transactionRemover(db);
  const blocksBelow = db.prepare(
    "SELECT number FROM block WHERE number < ? ORDER BY number LIMIT ?",
  );
  const dropBlocks = db.prepare("DELETE FROM block WHERE number < ?");
  const undo = [undoTokens(db), undoTransactions(db), undoPairs(db), undoNfts(db)];
  return {
    rollbackTo: (number, expectedTip) =>
      inTransaction(db, () => {
        if (!isTip(expectedTip)) {
          return false;
        }
        for (const part of undo) {
          part(number);
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

/** Another contract may be deployed at the address of a removed one: its properties are read again. */
function undoTokens(db: DatabaseSync): Undo {
  const stale = db.prepare(
    `UPDATE token SET stale = 1 WHERE address IN (
       SELECT token FROM touched WHERE block > ?1
       UNION SELECT collection FROM nft_transfer WHERE block > ?1)`,
  );
  return (number) => stale.run(number);
}

function undoTransactions(db: DatabaseSync): Undo {
  const drop = transactionRemover(db);
  const dropBlocks = db.prepare("DELETE FROM block WHERE number > ?");
  return (number) => {
    drop(number + 1, LAST_BLOCK);
    dropBlocks.run(number);
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

/**
 * The balances of an owner remain consistent at one block, even if it was rolled back, until its pairs
 * are read again. Only pairs that have not been served yet are removed at once.
 */
function undoPairs(db: DatabaseSync): Undo {
  const touched = db.prepare("SELECT DISTINCT owner, token FROM touched WHERE block > ?");
  const lose = db.prepare(
    `UPDATE balance SET since = ${LOST} WHERE owner = ? AND token = ? AND since > ?`,
  );
  const drop = db.prepare("DELETE FROM dirty WHERE owner = ? AND token = ? AND since > ?");
  const again = db.prepare(
    `INSERT OR IGNORE INTO dirty SELECT owner, token, since FROM balance
     WHERE owner = ? AND token = ?`,
  );
  const forget = db.prepare("DELETE FROM touched WHERE block > ?");
  return (number) => {
    for (const row of touched.all(number)) {
      const key = [row.owner as Uint8Array, row.token as Uint8Array] as const;
      lose.run(...key, number);
      drop.run(...key, number);
      again.run(...key);
    }
    forget.run(number);
  };
}

/** An NFT that no remaining block has moved belongs to the sender of the first transfer that is removed. */
function undoNfts(db: DatabaseSync): Undo {
  const moved = db.prepare(
    `SELECT collection, token_id, max(sender = zeroblob(20)) AS minted, (
       SELECT nullif(sender, zeroblob(20)) FROM nft_transfer AS t
       WHERE t.collection = m.collection AND t.token_id = m.token_id AND t.block > ?1
       ORDER BY block, log_index LIMIT 1
     ) AS sender FROM nft_transfer AS m WHERE block > ?1 GROUP BY collection, token_id`,
  );
  const dropTransfers = db.prepare("DELETE FROM nft_transfer WHERE block > ?");
  const before = db.prepare(
    `SELECT owner FROM nft_transfer WHERE collection = ? AND token_id = ?
     ORDER BY block DESC, log_index DESC LIMIT 1`,
  );
  const setOwner = db.prepare("UPDATE nft SET owner = ? WHERE collection = ? AND token_id = ?");
  const forgetUri = db.prepare(
    "UPDATE nft SET uri = NULL, metadata = NULL, asked = 0 WHERE collection = ? AND token_id = ?",
  );
  const gone = ["nft", "metadata_due"].map((table) =>
    db.prepare(`DELETE FROM ${table} WHERE collection = ? AND token_id = ?`),
  );
  return (number) => {
    const rows = moved.all(number);
    dropTransfers.run(number);
    for (const row of rows) {
      const key = [row.collection as Uint8Array, row.token_id as Uint8Array] as const;
      const owner = before.get(...key)?.owner ?? row.sender;
      if (!owner) {
        for (const statement of gone) {
          statement.run(...key);
        }
        continue;
      }
      setOwner.run(owner as Uint8Array, ...key);
      // A token that was minted again may have had a different URI before.
      if (row.minted) {
        forgetUri.run(...key);
      }
    }
  };
}
