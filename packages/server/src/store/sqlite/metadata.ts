import type { DatabaseSync } from "node:sqlite";
import { inTransaction } from "../../sqlite/database.ts";
import type { ChainStore } from "../chain-store.ts";
import { fromWord, toBytes, toHex, toWord } from "./bytes.ts";

type MetadataStore = Pick<
  ChainStore,
  "listNftsWithoutUri" | "setNft" | "listDueMetadata" | "setMetadata" | "postponeMetadata"
>;

/** Keeps where the metadata of NFTs lie and what they say, and which are still to be fetched. */
export function metadataStore(db: DatabaseSync): MetadataStore {
  const withoutUri = db.prepare("SELECT collection, token_id FROM nft WHERE uri IS NULL LIMIT ?");
  const setUri = db.prepare(
    "UPDATE nft SET uri = ?, metadata = ? WHERE collection = ? AND token_id = ?",
  );
  const set = db.prepare("UPDATE nft SET metadata = ? WHERE collection = ? AND token_id = ?");
  const enqueue = db.prepare(
    `INSERT INTO metadata_due VALUES (?, ?, 0, 0) ON CONFLICT DO UPDATE SET attempts = 0, due = 0`,
  );
  const dequeue = db.prepare("DELETE FROM metadata_due WHERE collection = ? AND token_id = ?");
  const postpone = db.prepare(
    `UPDATE metadata_due SET attempts = attempts + 1, due = ? WHERE collection = ? AND token_id = ?`,
  );
  const due = db.prepare(
    `SELECT d.collection, d.token_id, d.attempts, n.uri FROM metadata_due AS d
     JOIN nft AS n USING (collection, token_id) WHERE d.due <= ? AND n.uri IS NOT NULL
     ORDER BY d.due LIMIT ?`,
  );

  return {
    listNftsWithoutUri: (limit) =>
      withoutUri.all(limit).map((row) => ({
        collection: toHex(row.collection),
        tokenId: fromWord(row.token_id),
      })),
    setNft({ collection, tokenId, uri, metadata }) {
      const key = [toBytes(collection), toWord(tokenId)] as const;
      inTransaction(db, () => {
        // An empty text is a contract that has been asked and tells nothing.
        setUri.run(uri ?? "", metadata, ...key);
        const isRemote = /^(ipfs|ar|https):/i.test(uri ?? "");
        (isRemote && metadata === null ? enqueue : dequeue).run(...key);
      });
    },
    listDueMetadata: (now, limit) =>
      due.all(now, limit).map((row) => ({
        collection: toHex(row.collection),
        tokenId: fromWord(row.token_id),
        uri: String(row.uri),
        attempts: Number(row.attempts),
      })),
    setMetadata(collection, tokenId, metadata) {
      const key = [toBytes(collection), toWord(tokenId)] as const;
      inTransaction(db, () => {
        set.run(metadata, ...key);
        dequeue.run(...key);
      });
    },
    postponeMetadata(collection, tokenId, until) {
      postpone.run(until, toBytes(collection), toWord(tokenId));
    },
  };
}
