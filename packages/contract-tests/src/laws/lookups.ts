import { isDeepStrictEqual } from "node:util";
import { itemsOf } from "../spec/node.ts";
import { field } from "./field.ts";
import type { Law, Scene } from "./law.ts";
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
export const lookupLaws: readonly Law[] = [
  {
    name: "a listed transaction is found by its hash, in either case, with the same facts",
    operation: "getTransaction",
    also: ["getLatestTransactions"],
    needs: ["state"],
    check: async (scene) => {
      for (const { chainName } of scene.known("getLatestTransactions")) {
        const { body } = await scene.call("getLatestTransactions", {
          chainName,
          limit: MAX_LOOKUPS,
        });
        for (const listed of itemsOf(field(body, "transactions"))) {
          const hash = String(field(listed, "transaction_hash"));
          const found = await transaction(scene, chainName, hash);
          for (const name of SHARED) {
            const [expected, actual] = [field(listed, name), field(found, name)];
            const agrees = same(expected, actual) || (expected ?? null) === (actual ?? null);
            scene.demand(agrees, `${name} is ${expected}, as listed`, `${actual}`);
          }
          const capitals = `0x${hash.slice(2).toUpperCase()}`;
          const again = await transaction(scene, chainName, capitals);
          scene.demand(
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
    check: async (scene) => {
      for (const flat of scene.known("getErc721Balances")) {
        const { body } = await scene.call("getErc721Balances", { ...flat, limit: MAX_LOOKUPS });
        for (const listed of itemsOf(field(body, "erc721TokenBalances"))) {
          const [collection_address, token_id] = [
            field(listed, "address"),
            field(listed, "tokenId"),
          ];
          const asked = { chain_name: flat.chainName, collection_address, token_id };
          const found = await scene.call("getNft", asked, ["200"], "it was listed");
          const nft = field(found.body, "nft");
          const id = field(nft, "token_id");
          scene.demand(same(id, token_id), `token_id is ${token_id}, as listed`, `${id}`);
          const owner = field(nft, "owner_address") ?? flat.walletAddress;
          const isOwner = same(owner, flat.walletAddress);
          scene.demand(
            isOwner,
            `owner_address is ${flat.walletAddress}, which lists it`,
            `${owner}`,
          );
        }
      }
    },
  },
];

async function transaction(scene: Scene, chain: unknown, hash: string): Promise<unknown> {
  const flat = { chain_name: chain, transaction_hash: hash };
  const { body } = await scene.call("getTransaction", flat, ["200"], "it was listed");
  return field(body, "transaction");
}
