import type { Hex } from "../../chain/records.ts";
import type { ChainWriter } from "../chain-writer.ts";
import { COMMIT, committing } from "./commit.ts";
import type { Session } from "./connection.ts";
import { isNotAside } from "./set-aside.ts";
import type { Sql } from "./statements.ts";
import { bytes, integer, integerOf, textOf, utf8, ZERO_BYTES } from "./values.ts";

type MetadataStore = Pick<
  ChainWriter,
  "listNftsWithoutUri" | "listDueMetadata" | "setMetadata" | "postponeMetadata"
>;

/** Creates the store of NFT metadata and of pending reads and fetches. */
export function metadataStore(db: Session, sql: Sql): MetadataStore {
  const withoutUri = sql`SELECT collection, token_id FROM :nft WHERE NOT asked
    AND ${isNotAside("collection")} LIMIT $1`;
  const due = sql`SELECT d.collection, d.token_id, d.attempts, n.uri FROM :metadata_due AS d
    JOIN :nft AS n USING (collection, token_id) WHERE d.due <= $1 AND n.uri IS NOT NULL
    ORDER BY d.due LIMIT $2`;
  const set = sql`WITH written AS (
      UPDATE :nft SET metadata = $4 WHERE collection = $1 AND token_id = $2 AND uri = $3
      RETURNING 1
    ), fetched AS (
      DELETE FROM :metadata_due WHERE collection = $1 AND token_id = $2
        AND EXISTS (SELECT 1 FROM written)
    ) SELECT ${COMMIT.local} FROM written`;
  const postpone = sql`${committing(
    "local",
    `UPDATE :metadata_due SET attempts = attempts + 1, due = $3
       WHERE collection = $1 AND token_id = $2`,
  )}`;
  return {
    listNftsWithoutUri: async (limit) =>
      (await db.run(withoutUri, limit)).rows.map((row) => ({
        collection: row.collection as Hex,
        tokenId: integerOf(row.token_id),
      })),
    listDueMetadata: async (now, limit) =>
      (await db.run(due, now, limit)).rows.map((row) => ({
        collection: row.collection as Hex,
        tokenId: integerOf(row.token_id),
        uri: textOf(row.uri) ?? "",
        attempts: Number(row.attempts),
      })),
    async setMetadata({ collection, tokenId, uri }, metadata) {
      await db.run(set, bytes(collection), integer(tokenId), utf8(uri), metadata);
    },
    async postponeMetadata(collection, tokenId, until) {
      await db.run(postpone, bytes(collection), integer(tokenId), until);
    },
  };
}

/** Discards the token URIs of NFTs, except burnt ones. */
export async function forgetMetadata(
  session: Session,
  sql: Sql,
  collection: Hex,
  tokenId: bigint | undefined,
): Promise<number> {
  const of = "WHERE collection = $1 AND ($2::bytea IS NULL OR token_id = $2)";
  const stop = sql`DELETE FROM :metadata_due ${of}`;
  const forget = sql`UPDATE :nft SET uri = NULL, asked = false ${of} AND owner <> '${ZERO_BYTES}'`;
  const key = [bytes(collection), tokenId === undefined ? null : integer(tokenId)] as const;
  return session.transaction(async (db) => {
    await db.run(stop, ...key);
    return (await db.run(forget, ...key)).count;
  });
}
