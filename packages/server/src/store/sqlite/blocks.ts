import type { DatabaseSync } from "node:sqlite";
import { ZERO_ADDRESS } from "../../chain/records.ts";
import type { BlockChange, ChainWriter, WriterOptions } from "../chain-writer.ts";
import { transactionId } from "../ids.ts";
import { packTransaction } from "../pack.ts";
import { keptBytes, toBytes, toWord } from "./bytes.ts";
import { inTransaction } from "./database.ts";
import type { Immediate } from "./handle.ts";
import { tipReader } from "./tip.ts";

/** Adds blocks. */
export function blockWriter(
  db: DatabaseSync,
  { undoBlocks }: WriterOptions,
): Pick<Immediate<ChainWriter>, "addBlocks"> {
  const { isTip } = tipReader(db);
  const addContent = contentWriter(db);
  const touched = db.prepare("INSERT INTO touched VALUES (?, ?, ?)");
  const dirty = db.prepare(
    `INSERT INTO dirty VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET since = excluded.since WHERE since > excluded.since`,
  );
  const nft = db.prepare(
    `INSERT INTO nft (collection, token_id, owner) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET owner = excluded.owner`,
  );
  const mint = db.prepare(
    `INSERT INTO nft (collection, token_id, owner) VALUES (?, ?, ?)
     ON CONFLICT DO UPDATE SET owner = excluded.owner, uri = NULL, metadata = NULL, asked = 0`,
  );
  const forget = db.prepare("DELETE FROM touched WHERE block < ?");

  const add = (change: BlockChange) => {
    const { number } = change.block;
    forget.run(number - undoBlocks);
    const owners = addContent(change);
    for (const { owner, token } of change.touched) {
      const key = [toBytes(owner), toBytes(token)] as const;
      touched.run(number, ...key);
      dirty.run(...key, number);
    }
    for (const [at, { from }] of change.nftTransfers.entries()) {
      const { collection, tokenId, owner } = owners[at] as NftOwner;
      // A token that was burnt and minted again may have a different URI.
      (from === ZERO_ADDRESS ? mint : nft).run(collection, tokenId, owner);
    }
  };

  return {
    addBlocks: (changes, expectedTip) =>
      inTransaction(db, () => {
        if (!isTip(expectedTip)) {
          return false;
        }
        for (const change of changes) {
          add(change);
        }
        return true;
      }),
  };
}

/** Owner of an NFT after a transfer, as stored. */
export interface NftOwner {
  readonly collection: Uint8Array;
  readonly tokenId: Uint8Array;
  readonly owner: Uint8Array;
}

/**
 * Writes the rows that a block adds at either end: the block, its transactions and NFT transfers.
 *
 * @returns Function that writes a block and returns the owners after its NFT transfers, in their order.
 */
export function contentWriter(db: DatabaseSync): (change: BlockChange) => readonly NftOwner[] {
  const block = db.prepare("INSERT INTO block VALUES (?, ?, ?, ?)");
  const tx = db.prepare("INSERT INTO tx VALUES (?, ?, ?, ?)");
  const addressTx = db.prepare("INSERT OR IGNORE INTO address_tx VALUES (?, ?)");
  const transfer = db.prepare("INSERT INTO nft_transfer VALUES (?, ?, ?, ?, ?, ?, ?)");
  // One transaction often transfers many tokens of a collection.
  const [collectionBytes, senderBytes, ownerBytes] = [keptBytes(), keptBytes(), keptBytes()];
  return (change) => {
    const { number, hash, timestamp } = change.block;
    block.run(number, toBytes(hash), timestamp, JSON.stringify(change.block));
    for (const { record, participants } of change.transactions) {
      const id = transactionId(record);
      tx.run(id, toBytes(record.hash), toBytes(record.input), packTransaction(record));
      for (const address of participants) {
        addressTx.run(toBytes(address), id);
      }
    }
    return change.nftTransfers.map(({ collection: contract, tokenId: id, from, to, logIndex }) => {
      const [collection, tokenId] = [collectionBytes(contract), toWord(id)];
      const [sender, owner] = [senderBytes(from), ownerBytes(to)];
      transfer.run(collection, tokenId, number, logIndex, sender, owner, timestamp);
      return { collection, tokenId, owner };
    });
  };
}
