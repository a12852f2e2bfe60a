import { isDeepStrictEqual } from "node:util";
import { isObject, itemsOf, type JsonObject } from "@chainkit/openapi";
import { field } from "./field.ts";
import type { Fixture, Invariant } from "./invariant.ts";
import { same } from "./leaves.ts";
import { walk } from "./walk.ts";

/** What holds of the blocks of a chain. */
export const blockInvariants: readonly Invariant[] = [
  {
    name: "`latest` is at least as new as the latest transactions and never goes back",
    operation: "getBlock",
    also: ["getLatestTransactions"],
    needs: ["known"],
    check: async (fixture) => {
      for (const { chainName } of fixture.known("getLatestTransactions")) {
        const { body } = await fixture.call(
          "getLatestTransactions",
          chainName === undefined ? {} : { chainName },
        );
        const seen = itemsOf(field(body, "transactions")).map((each) =>
          Number(field(each, "block_number")),
        );
        const first = await block(fixture, chainName, "latest");
        const newest = Math.max(...seen);
        fixture.assert(
          Number(first.number) >= newest,
          `latest is ${newest} or newer`,
          `${first.number}`,
        );
        const second = await block(fixture, chainName, "latest");
        const isMonotone = Number(second.number) >= Number(first.number);
        fixture.assert(isMonotone, `latest is ${first.number} or newer`, `${second.number}`);
      }
    },
  },
  {
    name: "`latest` equals the block of its number",
    operation: "getBlock",
    needs: ["state", "known"],
    check: async (fixture) => {
      for (const { chain_name } of fixture.known("getBlock")) {
        const latest = await block(fixture, chain_name, "latest");
        const byNumber = await block(fixture, chain_name, String(latest.number));
        fixture.assert(
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
    check: async (fixture) => {
      for (const { chain_name, block_number } of fixture.known("getBlock")) {
        const child = await block(fixture, chain_name, String(block_number));
        const parent = await block(fixture, chain_name, String(Number(child.number) - 1));
        fixture.assert(
          parent.hash === child.parent_hash,
          `the hash of block ${parent.number} is ${child.parent_hash}`,
          `${parent.hash}`,
        );
        const [before, after] = [parent, child].map(({ timestamp }) =>
          Date.parse(String(timestamp)),
        );
        fixture.assert(
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
    check: async (fixture) => {
      for (const params of fixture.known("getBlockTransactions")) {
        const { records, complete } = await walk(fixture, fixture.operation, params, 100);
        const found = await block(fixture, params.chainName, String(params.blockNumber));
        const transactions = records.map((record): JsonObject => JSON.parse(record));
        for (const { block_hash, block_timestamp } of transactions) {
          fixture.assert(
            same(block_hash, found.hash),
            `block_hash is ${found.hash}`,
            `${block_hash}`,
          );
          const isSame =
            Date.parse(String(block_timestamp)) === Date.parse(String(found.timestamp));
          fixture.assert(isSame, `block_timestamp is ${found.timestamp}`, `${block_timestamp}`);
        }
        const indices = new Set(transactions.map(({ transaction_index }) => transaction_index));
        fixture.assert(
          indices.size === records.length,
          "every transaction has its own index",
          `${[...indices]}`,
        );
        if (!complete) {
          continue;
        }
        const { transaction_count } = found;
        fixture.assert(
          transaction_count === records.length,
          `${transaction_count} transactions`,
          `${records.length}`,
        );
      }
    },
  },
];

async function block(fixture: Fixture, chain: unknown, number: string): Promise<JsonObject> {
  const params = { ...(chain === undefined ? {} : { chain_name: chain }), block_number: number };
  const { body } = await fixture.call("getBlock", params, ["200"], "the block exists");
  const found = field(body, "block");
  return isObject(found) ? found : {};
}
