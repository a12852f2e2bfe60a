import type { DatabaseSync } from "node:sqlite";
import type { Hex } from "../../chain/records.ts";
import type { ChainWriter } from "../chain-writer.ts";
import { fromWord, readHex, toBytes, toWord } from "./bytes.ts";
import { inTransaction } from "./database.ts";
import type { Immediate } from "./handle.ts";
import { isNotAside } from "./set-aside.ts";

type MetadataStore = Pick<
  Immediate<ChainWriter>,
  "listNftsWithoutUri" | "listDueMetadata" | "setMetadata" | "postponeMetadata"
>;

/** Condition for the NFTs of a collection, or one of them; burnt ones have no URI to read. */
const OF = "WHERE collection = ?1 AND (?2 IS NULL OR token_id = ?2)";

/** Creates the store of NFT metadata and of pending reads and fetches. */
export function metadataStore(db: DatabaseSync): MetadataStore {
  const withoutUri = db.prepare(
    `SELECT collection, token_id FROM nft WHERE asked = 0 AND ${isNotAside("collection")} LIMIT ?`,
  );
  const set = db.prepare(
    "UPDATE nft SET metadata = ? WHERE collection = ? AND token_id = ? AND uri = ?",
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
        collection: readHex(row.collection),
        tokenId: fromWord(row.token_id),
      })),
    listDueMetadata: (now, limit) =>
      due.all(now, limit).map((row) => ({
        collection: readHex(row.collection),
        tokenId: fromWord(row.token_id),
        uri: String(row.uri),
        attempts: Number(row.attempts),
      })),
    setMetadata({ collection, tokenId, uri }, metadata) {
      const key = [toBytes(collection), toWord(tokenId)] as const;
      inTransaction(db, () => {
        if (set.run(metadata, ...key, uri).changes > 0) {
          dequeue.run(...key);
        }
      });
    },
    postponeMetadata(collection, tokenId, until) {
      postpone.run(until, toBytes(collection), toWord(tokenId));
    },
  };
}

/** Discards the token URIs of NFTs. */
export function refetcher(
  db: DatabaseSync,
): (collection: Hex, tokenId: bigint | undefined) => number {
  const forget = db.prepare(`UPDATE nft SET uri = NULL, asked = 0 ${OF} AND owner <> zeroblob(20)`);
  const stop = db.prepare(`DELETE FROM metadata_due ${OF}`);
  return (collection, tokenId) => {
    const of = [toBytes(collection), tokenId === undefined ? null : toWord(tokenId)] as const;
    return inTransaction(db, () => {
      stop.run(...of);
      return Number(forget.run(...of).changes);
    });
  };
}
