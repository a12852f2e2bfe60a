import type { DatabaseSync } from "node:sqlite";
import { type TransactionRecord, ZERO_ADDRESS } from "../../chain/records.ts";
import type { ChainStore } from "../chain-store.ts";
import { toBytes, toWord } from "./bytes.ts";
import { inTransaction } from "./database.ts";
import { transactionId } from "./ids.ts";
import { packTransaction } from "./pack.ts";

/** So many blocks can be taken away; more than any chain has before they are final. */
const UNDO_BLOCKS = 1_024;

/** Adds blocks. */
export function blockWriter(db: DatabaseSync): Pick<ChainStore, "addBlock"> {
  const block = db.prepare("INSERT INTO block VALUES (?, ?, ?, ?)");
  const tx = db.prepare("INSERT INTO tx VALUES (?, ?, ?, ?)");
  const addressTx = db.prepare("INSERT OR IGNORE INTO address_tx VALUES (?, ?)");
  const touched = db.prepare("INSERT INTO touched VALUES (?, ?, ?)");
  const dirty = db.prepare(
    `INSERT INTO dirty VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET since = excluded.since WHERE since > excluded.since`,
  );
  const transfer = db.prepare("INSERT INTO nft_transfer VALUES (?, ?, ?, ?, ?, ?, ?)");
  const nft = db.prepare(
    `INSERT INTO nft (collection, token_id, owner) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET owner = excluded.owner`,
  );
  const mint = db.prepare(
    `INSERT INTO nft (collection, token_id, owner) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET owner = excluded.owner, uri = NULL, metadata = NULL`,
  );
  const forget = db.prepare("DELETE FROM touched WHERE block < ?");

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
          const key = [toBytes(owner), toBytes(token)] as const;
          touched.run(number, ...key);
          dirty.run(...key, number);
        }
        for (const { collection, tokenId, from, to, logIndex } of change.nftTransfers) {
          const key = [toBytes(collection), toWord(tokenId)] as const;
          transfer.run(...key, number, logIndex, toBytes(from), toBytes(to), timestamp);
          // A token that was burnt and minted again may lie elsewhere.
          (from === ZERO_ADDRESS ? mint : nft).run(...key, toBytes(to));
        }
      });
    },
  };
}

/** The transactions of an address are those it sent, received, or was created by. */
export function participants({
  from,
  to,
  contractAddress,
}: Pick<TransactionRecord, "from" | "to" | "contractAddress">) {
  return new Set([from, to, contractAddress].filter((address) => address !== null));
}
