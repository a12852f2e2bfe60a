import { isDeepStrictEqual } from "node:util";
import { itemsOf } from "@chainkit/openapi";
import { field } from "./field.ts";
import type { Fixture, Invariant } from "./invariant.ts";
import { same } from "./leaves.ts";

/** Fields that say the same of a transaction in both areas. */
const SHARED = [
  "transaction_hash",
  "block_hash",
  "block_number",
  "transaction_index",
  "from_address",
  "to_address",
];

/** So many records of a listing are looked up one by one. */
const MAX_LOOKUPS = 5;

/** What is listed can be looked up, and is the same there. */
export const lookupInvariants: readonly Invariant[] = [
  {
    name: "a listed transaction is found by its hash, in either case, with the same facts",
    operation: "getTransaction",
    also: ["getLatestTransactions"],
    needs: ["state"],
    check: async (fixture) => {
      for (const { chainName } of fixture.known("getLatestTransactions")) {
        const { body } = await fixture.call("getLatestTransactions", {
          chainName,
          limit: MAX_LOOKUPS,
        });
        for (const listed of itemsOf(field(body, "transactions"))) {
          const hash = String(field(listed, "transaction_hash"));
          const found = await transaction(fixture, chainName, hash);
          for (const name of SHARED) {
            const [expected, actual] = [field(listed, name), field(found, name)];
            const agrees = same(expected, actual) || (expected ?? null) === (actual ?? null);
            fixture.assert(agrees, `${name} is ${expected}, as listed`, `${actual}`);
          }
          const capitals = `0x${hash.slice(2).toUpperCase()}`;
          const again = await transaction(fixture, chainName, capitals);
          fixture.assert(
            isDeepStrictEqual(again, found),
            "the same transaction by its hash in upper case",
            JSON.stringify(again),
          );
        }
      }
    },
  },
  {
    name: "a listed NFT is found by its id and owned by the listed wallet",
    operation: "getNft",
    also: ["getErc721Balances"],
    needs: ["state"],
    check: async (fixture) => {
      for (const params of fixture.known("getErc721Balances")) {
        const { body } = await fixture.call("getErc721Balances", { ...params, limit: MAX_LOOKUPS });
        for (const listed of itemsOf(field(body, "erc721TokenBalances"))) {
          const [collection_address, token_id] = [
            field(listed, "address"),
            field(listed, "tokenId"),
          ];
          const asked = { chain_name: params.chainName, collection_address, token_id };
          const found = await fixture.call("getNft", asked, ["200"], "it was listed");
          const nft = field(found.body, "nft");
          const id = field(nft, "token_id");
          fixture.assert(same(id, token_id), `token_id is ${token_id}, as listed`, `${id}`);
          const owner = field(nft, "owner_address") ?? params.walletAddress;
          const isOwner = same(owner, params.walletAddress);
          fixture.assert(
            isOwner,
            `owner_address is ${params.walletAddress}, which lists it`,
            `${owner}`,
          );
        }
      }
    },
  },
];

async function transaction(fixture: Fixture, chain: unknown, hash: string): Promise<unknown> {
  const params = { chain_name: chain, transaction_hash: hash };
  const { body } = await fixture.call("getTransaction", params, ["200"], "it was listed");
  return field(body, "transaction");
}
