import type { JsonObject } from "@chainkit/openapi";
import { isObject } from "@chainkit/openapi";
import { agree } from "../invariants/facts.ts";
import { field } from "../invariants/field.ts";
import type { Fixture } from "../invariants/fixture.ts";
import type { Invariant } from "../invariants/invariant.ts";
import { listingOf } from "../invariants/listing.ts";
import { walk } from "../invariants/walk.ts";
import { same } from "../judge/leaves.ts";
import { getBlock, recordsOf } from "./lookups.ts";

/** Number of NFTs of a listing that are looked up. */
const MAX_LOOKUPS = 5;

/** Fields of an NFT lookup, and the equivalent fields of a listing. */
const NFT_FACTS: Readonly<Record<string, string>> = {
  description: "description",
  external_uri: "externalUrl",
  image_uri: "imageUri",
  mint_block_number: "mintedBlockNumber",
  mint_block_timestamp: "mintedTimestamp",
  symbol: "symbol",
};

/** Invariants of NFTs and their owners. */
export const nftInvariants: readonly Invariant[] = [
  {
    name: "a listed NFT is found by its id, owned by the listed wallet, with the same fields",
    basis: "An ERC-721 token held by a wallet.",
    operation: "getNft",
    also: ["getErc721Balances"],
    needs: ["state"],
    check: async (fixture) => {
      await fixture.forEach(fixture.known("getErc721Balances"), async (params) => {
        const asked = { ...params, limit: MAX_LOOKUPS };
        const records = await recordsOf(fixture, "getErc721Balances", asked);
        await fixture.forEach(records, (listed) => lookUp(fixture, params, listed));
      });
    },
  },
  {
    name: "token_id means the same in decimal and in hexadecimal, where both are taken",
    basis:
      "Token ids are integers of up to 256 bits, which services write in decimal or hexadecimal.",
    operation: "getNft",
    needs: ["known", "state"],
    check: async (fixture) => {
      await fixture.forEach(fixture.known("getNft"), async (params) => {
        const id = String(params.token_id);
        if (!/^\d+$/.test(id)) {
          fixture.skip("no known token_id is in decimal");
          return;
        }
        const asked = { ...params, token_id: `0x${BigInt(id).toString(16)}` };
        const because = "token_id may be any string";
        const { status, body } = await fixture.call(
          "getNft",
          asked,
          ["200", "404"],
          because,
          "token-id-format",
        );
        if (status === 200) {
          const found = field(field(body, "nft"), "token_id");
          fixture.assert(agree(found, id), `token_id is ${id}, as asked`, `${found}`);
        }
      });
    },
  },
  {
    name: "the owner of an NFT lists it",
    basis:
      "the list contains every token whose last transfer in an indexed block was to the wallet.",
    operation: "getErc721Balances",
    also: ["getNft"],
    needs: ["state"],
    check: async (fixture) => {
      const listing = listingOf(fixture.operation);
      await fixture.forEach(fixture.known("getNft"), async (params) => {
        const nft = await getNft(fixture, params);
        const { owner_address: walletAddress, token_address: token, token_id: id } = nft;
        if (!listing || typeof walletAddress !== "string") {
          fixture.skip("no known NFT has an owner");
          return;
        }
        const asked = { chainName: params.chain_name, walletAddress, "contract-address": token };
        const { records, complete } = await walk(fixture, listing, asked, {
          size: listing.limit?.maximum,
        });
        const isListed = (records as JsonObject[]).some(({ tokenId }) => agree(tokenId, id));
        if (!isListed && !complete) {
          fixture.skip("the owners of the known NFTs have too many others");
          return;
        }
        const expected = `${walletAddress} lists ${token} ${id}, which it owns`;
        fixture.assert(isListed, expected, `${records.length} others`);
      });
    },
  },
  {
    name: "an NFT was minted when its block was produced",
    basis: "Timestamp of the block in which the token was minted, ISO 8601 in UTC.",
    operation: "getNft",
    also: ["getBlock"],
    needs: ["state", "known"],
    check: async (fixture) => {
      await fixture.forEach(fixture.known("getNft"), async (params) => {
        const { mint_block_number: number, mint_block_timestamp: at } = await getNft(
          fixture,
          params,
        );
        if (typeof number !== "number" || typeof at !== "string") {
          fixture.skip("no known NFT has a mint_block_timestamp");
          return;
        }
        const { timestamp } = await getBlock(fixture, params.chain_name, number);
        const expected = `mint_block_timestamp is ${timestamp}, that of block ${number}`;
        fixture.assert(agree(timestamp, at), expected, at);
      });
    },
  },
];

async function getNft(fixture: Fixture, params: JsonObject): Promise<JsonObject> {
  const { body } = await fixture.call("getNft", params);
  const nft = field(body, "nft");
  return isObject(nft) ? nft : {};
}

async function lookUp(fixture: Fixture, params: JsonObject, listed: JsonObject): Promise<void> {
  const { chainName: chain_name, walletAddress } = params;
  const { address: collection_address, tokenId: token_id, ercType, tokenUri, metadata } = listed;
  const nft = await getNft(fixture, { chain_name, collection_address, token_id });
  const isSame = agree(nft.token_id, token_id);
  fixture.assert(isSame, `token_id is ${token_id}, as listed`, `${nft.token_id}`);
  const owner = nft.owner_address ?? walletAddress;
  const isOwner = same(owner, walletAddress);
  fixture.assert(isOwner, `owner_address is ${walletAddress}, which lists it`, `${owner}`);
  const pairs: [string, unknown, unknown][] = [
    ["standard", ercType, nft.standard],
    ["token_uri", tokenUri, nft.token_uri],
    ...Object.entries(NFT_FACTS).map(([name, other]): [string, unknown, unknown] => [
      name,
      field(metadata, other),
      nft[name],
    ]),
  ];
  for (const [name, expected, actual] of pairs) {
    // Unknown fields are null in either response.
    const isKnown = (expected ?? null) !== null && (actual ?? null) !== null;
    if (isKnown) {
      fixture.assert(agree(expected, actual), `${name} is ${expected}, as listed`, `${actual}`);
    }
  }
}
