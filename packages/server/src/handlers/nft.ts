import type { components as AddressData } from "@chainkit/address-data";
import type { components as ChainData } from "@chainkit/chain-data";
import type { NftRecord } from "../chain/records.ts";
import { isoTime } from "./amounts.ts";

/** Token standard of all NFTs that the store returns. */
const STANDARD = "ERC721";

/** Converts an NFT into its /v2 form. */
export function chainDataNft(record: NftRecord): ChainData["schemas"]["Nft"] {
  const { metadata } = record;
  return {
    attributes: metadata?.attributes ? [...metadata.attributes] : null,
    description: metadata?.description ?? null,
    external_uri: metadata?.externalUrl ?? null,
    image_uri: metadata?.image ?? null,
    // Not available on chain.
    logo: null,
    mint_block_number: record.mintBlockNumber,
    mint_block_timestamp: mintTime(record),
    name: metadata?.name ?? record.collectionName,
    owner_address: record.owner,
    standard: STANDARD,
    symbol: record.symbol,
    token_address: record.collection,
    token_id: String(record.tokenId),
    token_uri: record.tokenUri,
  };
}

/** Converts an NFT into its form in the balances of its owner. */
export function erc721Balance(record: NftRecord): AddressData["schemas"]["Erc721Balance"] {
  const { metadata } = record;
  return {
    address: record.collection,
    balance: "1",
    ercType: STANDARD,
    tokenId: String(record.tokenId),
    tokenUri: record.tokenUri,
    metadata: {
      attributes: metadata?.attributes ? JSON.stringify(metadata.attributes) : null,
      decimals: 0,
      description: metadata?.description ?? null,
      externalUrl: metadata?.externalUrl ?? null,
      imageUri: metadata?.image ?? null,
      mintedBlockNumber: record.mintBlockNumber,
      mintedTimestamp: mintTime(record),
      name: metadata?.name ?? record.collectionName,
      symbol: record.symbol,
    },
  };
}

function mintTime({ mintTimestamp }: NftRecord): string | null {
  return mintTimestamp === null ? null : isoTime(mintTimestamp);
}
