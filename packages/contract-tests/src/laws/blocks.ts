import { isDeepStrictEqual } from "node:util";
import { isObject, itemsOf, type Node } from "../spec/node.ts";
import { field } from "./field.ts";
import type { Law, Scene } from "./law.ts";
import { same } from "./leaves.ts";
import { walk } from "./walk.ts";

/** What holds of the blocks of a chain. */
export const blockLaws: readonly Law[] = [
  {
    name: "`latest` is at least as new as the latest transactions and never goes back",
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
        scene.demand(isMonotone, `latest is ${first.number} or newer`, `${second.number}`);
      }
    },
  },
  {
    name: "`latest` equals the block of its number",
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
    name: "parent_hash is the hash of the preceding block",
    operation: "getBlock",
    needs: ["state", "known"],
    check: async (scene) => {
      for (const { chain_name, block_number } of scene.known("getBlock")) {
        const child = await block(scene, chain_name, String(block_number));
        const parent = await block(scene, chain_name, String(Number(child.number) - 1));
        scene.demand(
          parent.hash === child.parent_hash,
          `the hash of block ${parent.number} is ${child.parent_hash}`,
          `${parent.hash}`,
        );
        const [before, after] = [parent, child].map(({ timestamp }) =>
          Date.parse(String(timestamp)),
        );
        scene.demand(
          Number(before) <= Number(after),
          `block ${child.number} is not older than its parent`,
          `${child.timestamp}`,
        );
      }
    },
  },
  {
    name: "a block lists transaction_count transactions, each with its own index",
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
          "every transaction has its own index",
          `${[...indices]}`,
        );
        if (!complete) {
          continue;
        }
        const { transaction_count } = found;
        scene.demand(
          transaction_count === records.length,
          `${transaction_count} transactions`,
          `${records.length}`,
        );
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
