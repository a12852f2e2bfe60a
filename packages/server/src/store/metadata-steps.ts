import type { MetadataFault } from "../chain/metadata.ts";
import type { Hex, NftName } from "../chain/records.ts";
import type { Dialect, Step } from "./steps.ts";

/** How the metadata of NFTs are kept. */
export function metadataSteps({ nobody }: Dialect) {
  return {
    setMetadata(
      { collection, tokenId, uri }: NftName & { readonly uri: string },
      metadata: string,
    ): Step[] {
      const [key, is] = [nftKey(collection, tokenId), "collection = ?1 AND token_id = ?2"];
      return [
        {
          sql: `UPDATE :nft SET metadata = ?4, fault = NULL WHERE ${is} AND uri = ?3`,
          values: [...key, ["utf8", uri], ["text", metadata]],
        },
        {
          sql: `DELETE FROM :metadata_due WHERE ${is}
            AND EXISTS (SELECT 1 FROM :nft AS n WHERE n.collection = ?1 AND n.token_id = ?2 AND n.uri = ?3)`,
          values: [...key, ["utf8", uri]],
        },
      ];
    },
    postponeMetadata: (
      { collection, tokenId }: NftName,
      due: number,
      fault: MetadataFault,
    ): Step[] => [
      {
        sql: "UPDATE :metadata_due SET attempts = attempts + 1, due = ?3 WHERE collection = ?1 AND token_id = ?2",
        values: [...nftKey(collection, tokenId), ["int", due]],
      },
      {
        sql: "UPDATE :nft SET fault = ?3 WHERE collection = ?1 AND token_id = ?2",
        values: [...nftKey(collection, tokenId), ["text", fault]],
      },
    ],
    /** Discards the token URIs of NFTs; burnt ones have none to read. The last step tells how many. */
    refetchMetadata(collection: Hex, tokenId: bigint | undefined): Step[] {
      const [of, values]: [string, Step["values"]] =
        tokenId === undefined
          ? ["collection = ?1", [["bytes", collection]]]
          : ["collection = ?1 AND token_id = ?2", nftKey(collection, tokenId)];
      return [
        { sql: `DELETE FROM :metadata_due WHERE ${of}`, values },
        {
          sql: `UPDATE :nft SET uri = NULL, fault = NULL, asked = FALSE WHERE ${of} AND owner <> ${nobody}`,
          values,
        },
      ];
    },
  };
}

function nftKey(collection: Hex, tokenId: bigint) {
  return [["bytes", collection] as const, ["word", tokenId] as const];
}
