import { asObject, type JsonObject } from "@chainkit/openapi";
import { agree, field } from "../invariants/facts.ts";
import type { Fixture } from "../invariants/fixture.ts";
import type { Invariant } from "../invariants/invariant.ts";
import { same } from "../judge/leaves.ts";
import { getBlock, getNft, isNone, listRecords, recordsOf } from "./lookups.ts";

/** Number of NFTs of a listing that are looked up. */
const MAX_LOOKUPS = 5;

/** Fields of an NFT lookup, and the equivalent fields of a listing's metadata. */
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
    calls: (fixture) => fixture.known("getErc721Balances"),
    check: async (fixture, params) => {
      const asked = { ...params, limit: MAX_LOOKUPS };
      const records = await recordsOf(fixture, "getErc721Balances", asked);
      await fixture.forEach(records, (listed) => lookUp(fixture, params, listed));
    },
  },
  {
    name: "token_id means the same in decimal and in hexadecimal, where both are taken",
    basis:
      "Token ids are integers of up to 256 bits, which services write in decimal or hexadecimal.",
    operation: "getNft",
    check: async (fixture, params) => {
      const id = String(params.token_id);
      if (!/^\d+$/.test(id)) {
        fixture.skip("no known token_id is in decimal");
        return;
      }
      const asked = { ...params, token_id: `0x${BigInt(id).toString(16)}` };
      const statuses = ["200", "404"];
      const because = "token_id may be any string";
      const found = await fixture.call("getNft", asked, statuses, because, "token-id-format");
      if (found.status === 200) {
        fixture.assertAgrees(asObject(field(found.body, "nft")), "token_id", id, ", as asked");
      }
    },
  },
  {
    name: "the owner of an NFT lists it",
    basis:
      "the list contains every token whose last transfer in an indexed block was to the wallet.",
    operation: "getErc721Balances",
    also: ["getNft"],
    needs: ["state"],
    calls: (fixture) => fixture.known("getNft"),
    check: async (fixture, params) => {
      const nft = await getNft(fixture, params);
      const { owner_address: walletAddress, token_address: token, token_id: id } = nft;
      if (typeof walletAddress !== "string") {
        fixture.skip("no known NFT has an owner");
        return;
      }
      const asked = { chainName: params.chain_name, walletAddress, "contract-address": token };
      const { records, complete } = await listRecords(fixture, "getErc721Balances", asked);
      const isListed = records.some(({ tokenId }) => agree(tokenId, id));
      if (!isListed && !complete) {
        fixture.skip("the owners of the known NFTs have too many others");
        return;
      }
      const expected = `${walletAddress} lists ${token} ${id}, which it owns`;
      fixture.assert(isListed, expected, `${records.length} others`);
    },
  },
  {
    name: "an NFT was minted when its block was produced",
    basis: "Timestamp of the block in which the token was minted, ISO 8601 in UTC.",
    operation: "getNft",
    also: ["getBlock"],
    check: async (fixture, params) => {
      const nft = await getNft(fixture, params);
      const { mint_block_number: number, mint_block_timestamp: at } = nft;
      if (typeof number !== "number" || typeof at !== "string") {
        fixture.skip("no known NFT has a mint_block_timestamp");
        return;
      }
      const { timestamp } = await getBlock(fixture, params.chain_name, number);
      fixture.assertAgrees(nft, "mint_block_timestamp", timestamp, `, that of block ${number}`);
    },
  },
];

async function lookUp(fixture: Fixture, params: JsonObject, listed: JsonObject): Promise<void> {
  const { chainName: chain_name, walletAddress } = params;
  const { address: collection_address, tokenId: token_id, ercType, tokenUri, metadata } = listed;
  const nft = await getNft(fixture, { chain_name, collection_address, token_id });
  fixture.assertAgrees(nft, "token_id", token_id, ", as listed");
  const owner = nft.owner_address ?? walletAddress;
  const isOwner = same(owner, walletAddress);
  fixture.assert(isOwner, `owner_address is ${walletAddress}, which lists it`, `${owner}`);
  const facts = Object.entries(NFT_FACTS).map(([name, other]) => [name, field(metadata, other)]);
  const expected = { standard: ercType, token_uri: tokenUri, ...Object.fromEntries(facts) };
  for (const [name, value] of Object.entries(expected)) {
    // Unknown fields are null in either response.
    if (!isNone(value) && !isNone(nft[name])) {
      fixture.assertAgrees(nft, name, value, ", as listed");
    }
  }
}
