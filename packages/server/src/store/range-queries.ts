import { type Hex, type NftRecord, ZERO_ADDRESS } from "../chain/records.ts";
import type { ChainReader, OwnedRange } from "./chain-reader.ts";
import { AFTER_ALL, BEFORE_ALL } from "./rows.ts";
import { type Described, type Dialect, listOf, type Query } from "./steps.ts";

/** What all NFTs of a range have in common, beside their URIs. */
type RangeRow = Omit<NftRecord, "tokenId" | "tokenUri" | "metadata">;

/** What is read of NFTs that were moved as ranges. */
export function rangeQueries({ literal }: Dialect) {
  const isMint = `sender = ${literal(ZERO_ADDRESS)}`;
  const ofReader = {
    listNftRanges: (owner, collection, after, limit) => ({
      sql: `SELECT r.collection, r.first_id AS first, r.last_id AS last, r.owner, r.block, r.log_index AS "logIndex",
          t.name AS "collectionName", t.symbol,
          CASE WHEN r.${isMint} THEN r.block END AS "mintBlockNumber",
          CASE WHEN r.${isMint} THEN r.time END AS "mintTimestamp"
        FROM :nft_range AS r LEFT JOIN :token AS t ON t.address = r.collection
        WHERE r.owner = @owner AND r.collection >= @lowest AND r.collection <= @highest
          AND (r.collection, r.last_id) > (@collection, @token_id) AND t.is_erc721 IS NOT FALSE
        ORDER BY r.collection, r.first_id, r.block, r.log_index LIMIT @limit`,
      values: {
        owner,
        lowest: collection ?? BEFORE_ALL,
        highest: collection ?? AFTER_ALL,
        collection: after?.collection ?? BEFORE_ALL,
        token_id: after?.tokenId ?? BEFORE_ALL,
        limit,
      },
      result: (rows: readonly (RangeRow & Omit<OwnedRange, "nft">)[]) =>
        rows.map(({ first, last, block, logIndex, ...nft }) => {
          const { collection } = nft;
          return { collection, first, last, block, logIndex, nft: withoutUri(nft) };
        }),
    }),
    listTakenNfts: ({ collection, first, last, block, logIndex }, limit) =>
      listOf({
        sql: `SELECT collection, token_id AS first, token_id AS last FROM :nft
            WHERE collection = @collection AND token_id >= @first AND token_id <= @last
          UNION ALL SELECT collection, first_id, last_id FROM :nft_range WHERE collection = @collection
            AND last_id >= @first AND first_id <= @last AND (block, log_index) > (@block, @logIndex)
          ORDER BY 2 LIMIT @limit`,
        values: { collection, first, last, block, logIndex, limit },
      }),
  } satisfies Described<ChainReader, "read">;
  /** Reads an NFT that is only part of ranges. */
  const nftOfRange = (collection: Hex, tokenId: bigint): Query<NftRecord | undefined> => {
    const covers = "collection = @collection AND first_id <= @tokenId AND last_id >= @tokenId";
    const mint = (column: string) => `(SELECT m.${column} FROM :nft_range AS m WHERE ${covers}
      AND m.${isMint} ORDER BY m.block DESC, m.log_index DESC LIMIT 1)`;
    return {
      sql: `SELECT r.collection, r.owner, t.name AS "collectionName", t.symbol,
          ${mint("block")} AS "mintBlockNumber", ${mint("time")} AS "mintTimestamp"
        FROM :nft_range AS r LEFT JOIN :token AS t ON t.address = r.collection
        WHERE ${covers} AND t.is_erc721 IS NOT FALSE
          AND NOT EXISTS (SELECT 1 FROM :nft WHERE collection = @collection AND token_id = @tokenId)
        ORDER BY r.block DESC, r.log_index DESC LIMIT 1`,
      values: { collection, tokenId },
      result: ([nft]: readonly RangeRow[]) =>
        nft && nft.owner !== ZERO_ADDRESS ? { ...withoutUri(nft), tokenId } : undefined,
    };
  };
  return { ofReader, nftOfRange };
}

function withoutUri(nft: RangeRow): Omit<NftRecord, "tokenId"> {
  return { ...nft, tokenUri: null, metadata: null };
}
