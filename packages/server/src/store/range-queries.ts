import { type Hex, type NftIds, type NftRecord, ZERO_ADDRESS } from "../chain/records.ts";
import type { NftPosition, OwnedRange } from "./chain-reader.ts";
import { AFTER_ALL, BEFORE_ALL } from "./rows.ts";
import type { Dialect, Query, Row } from "./steps.ts";

/** What is read of NFTs that were moved as ranges. */
export function rangeQueries({ nobody, hex, integer, text }: Dialect) {
  const ofReader = {
    listNftRanges(
      owner: Hex,
      collection: Hex | undefined,
      after: NftPosition | undefined,
      limit: number,
    ): Query<readonly OwnedRange[]> {
      return {
        sql: `SELECT r.collection, r.first_id, r.last_id, r.owner, r.block, r.log_index, t.name, t.symbol,
            CASE WHEN r.sender = ${nobody} THEN r.block END AS minted,
            CASE WHEN r.sender = ${nobody} THEN r.time END AS minted_at
          FROM :nft_range AS r LEFT JOIN :token AS t ON t.address = r.collection
          WHERE r.owner = ?1 AND r.collection >= ?2 AND r.collection <= ?3
            AND (r.collection, r.last_id) > (?4, ?5) AND t.is_erc721 IS NOT FALSE
          ORDER BY r.collection, r.first_id, r.block, r.log_index LIMIT ?6`,
        values: [
          ["bytes", owner],
          ["bytes", collection ?? BEFORE_ALL],
          ["bytes", collection ?? AFTER_ALL],
          ["bytes", after?.collection ?? BEFORE_ALL],
          after ? ["word", after.tokenId] : ["bytes", BEFORE_ALL],
          ["int", limit],
        ],
        result: (rows) =>
          rows.map((row) => ({
            collection: hex(row.collection),
            first: integer(row.first_id),
            ...{
              last: integer(row.last_id),
              block: Number(row.block),
              logIndex: Number(row.log_index),
            },
            nft: ofRange(row),
          })),
      };
    },
    listTakenNfts: (
      { collection, first, last, block, logIndex }: OwnedRange,
      limit: number,
    ): Query<readonly NftIds[]> => ({
      sql: `SELECT token_id AS first_id, token_id AS last_id FROM :nft
          WHERE collection = ?1 AND token_id >= ?2 AND token_id <= ?3
        UNION ALL SELECT first_id, last_id FROM :nft_range
          WHERE collection = ?1 AND last_id >= ?2 AND first_id <= ?3 AND (block, log_index) > (?4, ?5)
        ORDER BY 1 LIMIT ?6`,
      values: [
        ["bytes", collection],
        ["word", first],
        ["word", last],
        ["int", block],
        ["int", logIndex],
        ["int", limit],
      ],
      result: (rows) =>
        rows.map((row) => ({
          collection,
          first: integer(row.first_id),
          last: integer(row.last_id),
        })),
    }),
  };
  /** Reads an NFT that is only part of ranges. */
  const nftOfRange = (collection: Hex, tokenId: bigint): Query<NftRecord | undefined> => {
    const covers = "collection = ?1 AND first_id <= ?2 AND last_id >= ?2";
    const mint = (column: string) => `(SELECT m.${column} FROM :nft_range AS m WHERE ${covers}
      AND m.sender = ${nobody} ORDER BY m.block DESC, m.log_index DESC LIMIT 1)`;
    return {
      sql: `SELECT r.collection, r.owner, t.name, t.symbol, ${mint("block")} AS minted,
          ${mint("time")} AS minted_at
        FROM :nft_range AS r LEFT JOIN :token AS t ON t.address = r.collection
        WHERE ${covers} AND t.is_erc721 IS NOT FALSE
          AND NOT EXISTS (SELECT 1 FROM :nft WHERE collection = ?1 AND token_id = ?2)
        ORDER BY r.block DESC, r.log_index DESC LIMIT 1`,
      values: [
        ["bytes", collection],
        ["word", tokenId],
      ],
      result: ([row]) =>
        row && hex(row.owner) !== ZERO_ADDRESS ? { ...ofRange(row), tokenId } : undefined,
    };
  };
  return { ofReader, nftOfRange };

  function ofRange(row: Row): Omit<NftRecord, "tokenId"> {
    return {
      collection: hex(row.collection),
      owner: hex(row.owner),
      tokenUri: null,
      metadata: null,
      collectionName: text(row.name),
      symbol: text(row.symbol),
      mintBlockNumber: row.minted === null ? null : Number(row.minted),
      mintTimestamp: row.minted_at === null ? null : Number(row.minted_at),
    };
  }
}
