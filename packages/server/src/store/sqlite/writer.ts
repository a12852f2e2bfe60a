import type { DatabaseSync } from "node:sqlite";
import type { TransactionRecord } from "../../handlers/reader.ts";
import { ZERO_ADDRESS } from "../../source/events.ts";
import { inTransaction } from "../../sqlite/database.ts";
import type { ChainStore } from "../chain-store.ts";
import { fromWord, toBytes, toHex, toWord } from "./bytes.ts";
import { transactionId } from "./ids.ts";
import { packTransaction, unpackFields } from "./pack.ts";

type Writer = Pick<
  ChainStore,
  "addBlock" | "rollbackTo" | "listDirty" | "setBalances" | "listPairs" | "hasToken" | "setToken"
>;

const NOTHING = new Uint8Array();
/** So many blocks can be taken away; more than any chain has before they are final. */
const UNDO_BLOCKS = 1_024;

/** Writes blocks, and takes them away again. */
export function chainWriter(db: DatabaseSync): Writer {
  const block = db.prepare("INSERT INTO block VALUES (?, ?, ?, ?)");
  const tx = db.prepare("INSERT INTO tx VALUES (?, ?, ?, ?)");
  const addressTx = db.prepare("INSERT OR IGNORE INTO address_tx VALUES (?, ?)");
  const touched = db.prepare("INSERT INTO touched VALUES (?, ?, ?)");
  const dirty = db.prepare("INSERT OR IGNORE INTO dirty VALUES (?, ?, ?)");
  const clean = db.prepare("DELETE FROM dirty WHERE owner = ? AND token = ?");
  const transfer = db.prepare("INSERT INTO nft_transfer VALUES (?, ?, ?, ?, ?, ?, ?)");
  const nft = db.prepare(
    `INSERT INTO nft (collection, token_id, owner) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET owner = excluded.owner`,
  );
  const mint = db.prepare(
    `INSERT INTO nft (collection, token_id, owner) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET owner = excluded.owner, uri = NULL, metadata = NULL`,
  );
  const changeBalance = db.prepare("UPDATE balance SET raw = ? WHERE owner = ? AND token = ?");
  const addBalance = db.prepare(
    `INSERT INTO balance (owner, token, raw, since)
     SELECT owner, token, ?, since FROM dirty WHERE owner = ? AND token = ?`,
  );
  const pairs = db.prepare(
    `SELECT owner, token, raw FROM balance WHERE (owner, token) > (?, ?)
     ORDER BY owner, token LIMIT ?`,
  );
  const forget = db.prepare("DELETE FROM touched WHERE block < ?");
  const listDirty = db.prepare("SELECT owner, token FROM dirty LIMIT ?");
  const hasToken = db.prepare("SELECT 1 FROM token WHERE address = ?");

  return {
    addBlock(change) {
      const { number, hash, timestamp } = change.block;
      inTransaction(db, () => {
        forget.run(number - UNDO_BLOCKS);
        block.run(number, toBytes(hash), timestamp, JSON.stringify(change.block));
        for (const transaction of change.transactions) {
          const id = transactionId(transaction);
          const { hash: txHash, input } = transaction;
          tx.run(id, toBytes(txHash), toBytes(input), packTransaction(transaction));
          for (const address of participants(transaction)) {
            addressTx.run(toBytes(address), id);
          }
        }
        for (const { owner, token } of change.touched) {
          touched.run(number, toBytes(owner), toBytes(token));
          dirty.run(toBytes(owner), toBytes(token), number);
        }
        for (const { collection, tokenId, from, to, logIndex } of change.nftTransfers) {
          const key = [toBytes(collection), toWord(tokenId)] as const;
          transfer.run(...key, number, logIndex, toBytes(from), toBytes(to), timestamp);
          // A token that was burnt and minted again may lie elsewhere.
          (from === ZERO_ADDRESS ? mint : nft).run(...key, toBytes(to));
        }
      });
    },
    rollbackTo: (number) => inTransaction(db, () => rollback(db, number)),
    listDirty: (limit) =>
      listDirty
        .all(limit)
        .map(({ owner, token }) => ({ owner: toHex(owner), token: toHex(token) })),
    setBalances(balances) {
      inTransaction(db, () => {
        for (const { owner, token, raw } of balances) {
          const key = [toBytes(owner), toBytes(token)] as const;
          if (changeBalance.run(toWord(raw), ...key).changes === 0) {
            addBalance.run(toWord(raw), ...key);
          }
          clean.run(...key);
        }
      });
    },
    listPairs(after, limit) {
      const from = after ? [toBytes(after.owner), toBytes(after.token)] : [NOTHING, NOTHING];
      return pairs.all(...(from as [Uint8Array, Uint8Array]), limit).map((row) => ({
        owner: toHex(row.owner),
        token: toHex(row.token),
        raw: fromWord(row.raw),
      }));
    },
    hasToken: (address) => hasToken.get(toBytes(address)) !== undefined,
    setToken({ address, name, symbol, decimals }) {
      const sql = "INSERT OR REPLACE INTO token VALUES (?, ?, ?, ?)";
      db.prepare(sql).run(toBytes(address), name, symbol, decimals);
    },
  };
}

/** The transactions of an address are those it sent, received, or was created by. */
function participants({
  from,
  to,
  contractAddress,
}: Pick<TransactionRecord, "from" | "to" | "contractAddress">) {
  return new Set([from, to, contractAddress].filter((address) => address !== null));
}

/** Each statement names the rows by their keys, so that none walks through a whole table. */
function rollback(db: DatabaseSync, number: number): void {
  const firstId = transactionId({ blockNumber: number + 1, index: 0 });
  for (const { id, body } of db.prepare("SELECT id, body FROM tx WHERE id >= ?").all(firstId)) {
    for (const address of participants(unpackFields(String(body)))) {
      db.prepare("DELETE FROM address_tx WHERE address = ? AND id = ?").run(
        toBytes(address),
        Number(id),
      );
    }
  }
  db.prepare("DELETE FROM tx WHERE id >= ?").run(firstId);
  db.prepare("DELETE FROM block WHERE number > ?").run(number);
  rollbackPairs(db, number);
  const moved = db
    .prepare("SELECT DISTINCT collection, token_id FROM nft_transfer WHERE block > ?")
    .all(number);
  db.prepare("DELETE FROM nft_transfer WHERE block > ?").run(number);
  for (const { collection, token_id } of moved) {
    const key = [collection as Uint8Array, token_id as Uint8Array] as const;
    const before = db
      .prepare(
        `SELECT owner FROM nft_transfer WHERE collection = ? AND token_id = ?
         ORDER BY block DESC, log_index DESC LIMIT 1`,
      )
      .get(...key);
    if (before) {
      const sql = `UPDATE nft SET owner = ?, uri = NULL, metadata = NULL
                   WHERE collection = ? AND token_id = ?`;
      db.prepare(sql).run(before.owner as Uint8Array, ...key);
    } else {
      db.prepare("DELETE FROM nft WHERE collection = ? AND token_id = ?").run(...key);
    }
  }
}

/** Pairs that only the lost blocks touched are gone; the others have to be asked for again. */
function rollbackPairs(db: DatabaseSync, number: number): void {
  const pairs = db
    .prepare("SELECT DISTINCT owner, token FROM touched WHERE block > ?")
    .all(number) as { owner: Uint8Array; token: Uint8Array }[];
  const gone = ["balance", "dirty"].map((table) =>
    db.prepare(`DELETE FROM ${table} WHERE owner = ? AND token = ? AND since > ?`),
  );
  const again = db.prepare(
    `INSERT OR IGNORE INTO dirty SELECT owner, token, since FROM balance
     WHERE owner = ? AND token = ?`,
  );
  for (const { owner, token } of pairs) {
    for (const statement of gone) {
      statement.run(owner, token, number);
    }
    again.run(owner, token);
  }
  db.prepare("DELETE FROM touched WHERE block > ?").run(number);
}
