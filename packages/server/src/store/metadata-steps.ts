import type { MetadataFault } from "../chain/metadata.ts";
import { type Hex, type NftName, ZERO_ADDRESS } from "../chain/records.ts";
import type { Dialect, Step } from "./steps.ts";

const IS_NFT = "collection = @collection AND token_id = @token_id";

/** How the metadata of NFTs are kept. */
export function metadataSteps({ literal }: Dialect) {
  return {
    setMetadata(
      { collection, tokenId, uri }: NftName & { readonly uri: string },
      metadata: string,
    ): Step[] {
      const values = { collection, token_id: tokenId, uri, metadata };
      return [
        {
          sql: `UPDATE :nft SET metadata = @metadata, fault = NULL WHERE ${IS_NFT} AND uri = @uri`,
          values,
        },
        {
          sql: `DELETE FROM :metadata_due WHERE ${IS_NFT}
            AND EXISTS (SELECT 1 FROM :nft AS n WHERE n.collection = @collection AND n.token_id = @token_id
              AND n.uri = @uri)`,
          values,
        },
      ];
    },
    postponeMetadata({ collection, tokenId }: NftName, due: number, fault: MetadataFault): Step[] {
      const values = { collection, token_id: tokenId, due, fault };
      return [
        {
          sql: `UPDATE :metadata_due SET attempts = attempts + 1, due = @due WHERE ${IS_NFT}`,
          values,
        },
        { sql: `UPDATE :nft SET fault = @fault WHERE ${IS_NFT}`, values },
      ];
    },
    /** Discards the token URIs of NFTs; burnt ones have none to read. The last step tells how many. */
    refetchMetadata(collection: Hex, tokenId: bigint | undefined): Step[] {
      const are = tokenId === undefined ? "collection = @collection" : IS_NFT;
      const values = { collection, token_id: tokenId ?? null };
      return [
        { sql: `DELETE FROM :metadata_due WHERE ${are}`, values },
        {
          sql: `UPDATE :nft SET uri = NULL, fault = NULL, asked = FALSE
            WHERE ${are} AND owner <> ${literal(ZERO_ADDRESS)}`,
          values,
        },
      ];
    },
  };
}
