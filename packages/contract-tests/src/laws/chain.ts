import { isDeepStrictEqual } from "node:util";
import { isObject, itemsOf, type Node } from "../spec/node.ts";
import type { Law, Scene } from "./law.ts";
import { same } from "./leaves.ts";
import { walk } from "./walk.ts";

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

/** What holds of the blocks and transactions of a chain. */
export const chainLaws: readonly Law[] = [
  {
    name: "`latest` is not older than any transaction that was seen, and does not go back",
    operation: "getBlock",
    also: ["getLatestTransactions"],
    needs: ["known"],
    check: async (scene) => {
      for (const { chainName } of scene.known("getLatestTransactions")) {
        const { body } = await scene.call(
          "getLatestTransactions",
          chainName === undefined ? {} : { chainName },
        );
        const seen = itemsOf(field(body, "transactions")).map((each) =>
          Number(field(each, "block_number")),
        );
        const first = await block(scene, chainName, "latest");
        const newest = Math.max(...seen);
        scene.demand(
          Number(first.number) >= newest,
          `latest is ${newest} or newer`,
          `${first.number}`,
        );
        const second = await block(scene, chainName, "latest");
        const isMonotone = Number(second.number) >= Number(first.number);
        scene.demand(
          isMonotone,
          `latest stays ${first.number} or becomes newer`,
          `${second.number}`,
        );
      }
    },
  },
  {
    name: "`latest` is a block that its number leads to, too",
    operation: "getBlock",
    needs: ["state", "known"],
    check: async (scene) => {
      for (const { chain_name } of scene.known("getBlock")) {
        const latest = await block(scene, chain_name, "latest");
        const byNumber = await block(scene, chain_name, String(latest.number));
        scene.demand(
          isDeepStrictEqual(byNumber, latest),
          `block ${latest.number} is the latest one`,
          JSON.stringify(byNumber),
        );
      }
    },
  },
  {
    name: "a block's parent is the block before it",
    operation: "getBlock",
    needs: ["state", "known"],
    check: async (scene) => {
      for (const { chain_name, block_number } of scene.known("getBlock")) {
        const child = await block(scene, chain_name, String(block_number));
        const parent = await block(scene, chain_name, String(Number(child.number) - 1));
        scene.demand(
          parent.hash === child.parent_hash,
          `the hash of ${parent.number} is ${child.parent_hash}`,
          `${parent.hash}`,
        );
        const [before, after] = [parent, child].map(({ timestamp }) =>
          Date.parse(String(timestamp)),
        );
        scene.demand(
          Number(before) <= Number(after),
          `${child.number} is not older than its parent`,
          `${child.timestamp}`,
        );
      }
    },
  },
  {
    name: "a block has as many transactions as it says, all in it and each at its own index",
    operation: "getBlockTransactions",
    also: ["getBlock"],
    needs: ["state", "known"],
    check: async (scene) => {
      for (const flat of scene.known("getBlockTransactions")) {
        const { records, complete } = await walk(scene, scene.operation, flat, 100);
        const found = await block(scene, flat.chainName, String(flat.blockNumber));
        const transactions = records.map((record): Node => JSON.parse(record));
        for (const { block_hash, block_timestamp } of transactions) {
          scene.demand(
            same(block_hash, found.hash),
            `block_hash is ${found.hash}`,
            `${block_hash}`,
          );
          const isSame =
            Date.parse(String(block_timestamp)) === Date.parse(String(found.timestamp));
          scene.demand(isSame, `block_timestamp is ${found.timestamp}`, `${block_timestamp}`);
        }
        const indices = new Set(transactions.map(({ transaction_index }) => transaction_index));
        scene.demand(
          indices.size === records.length,
          "every transaction has an index of its own",
          `${[...indices]}`,
        );
        if (!complete) continue;
        const { transaction_count } = found;
        scene.demand(
          transaction_count === records.length,
          `${transaction_count} transactions`,
          `${records.length}`,
        );
      }
    },
  },
  {
    name: "a listed transaction is found by its hash, in either case, and is the same",
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
            "the same transaction by its hash in capitals",
            JSON.stringify(again),
          );
        }
      }
    },
  },
  {
    name: "a listed NFT is found by its id, and is the listed wallet's",
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

async function block(scene: Scene, chain: unknown, number: string): Promise<Node> {
  const flat = { ...(chain === undefined ? {} : { chain_name: chain }), block_number: number };
  const { body } = await scene.call("getBlock", flat, ["200"], "the block exists");
  const found = field(body, "block");
  return isObject(found) ? found : {};
}

async function transaction(scene: Scene, chain: unknown, hash: string): Promise<unknown> {
  const flat = { chain_name: chain, transaction_hash: hash };
  const { body } = await scene.call("getTransaction", flat, ["200"], "it was listed");
  return field(body, "transaction");
}

function field(value: unknown, name: string): unknown {
  return isObject(value) ? value[name] : undefined;
}
