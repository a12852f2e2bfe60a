import type { CallParams } from "../cases/values.ts";
import { same } from "../judge/leaves.ts";
import { canonical } from "./canonical.ts";
import { getBlock, recordsOf } from "./chain.ts";
import { instantOf, whole } from "./facts.ts";
import type { Invariant } from "./invariant.ts";

/** Blocks by which replicas of a service may differ. */
const REPLICA_LAG = 2;

/** Number of blocks behind the head that may be without transactions before the rest is not looked at. */
const MAX_BLOCKS = 10;

/** Invariants of the blocks of a chain. */
export const blockInvariants: readonly Invariant[] = [
  {
    name: "`latest` is at least as new as the latest transactions and never goes back",
    operation: "getBlock",
    also: ["getLatestTransactions"],
    needs: ["known"],
    check: async (fixture) => {
      await fixture.forEach(fixture.known("getLatestTransactions"), async ({ chainName }) => {
        const seen = await recordsOf(fixture, "getLatestTransactions", { chainName });
        const first = await getBlock(fixture, chainName, "latest");
        const newest = Math.max(...seen.map(({ block_number }) => Number(block_number)));
        const isNew = Number(first.number) >= newest - REPLICA_LAG;
        fixture.assert(isNew, `latest is ${newest} or newer`, `${first.number}`);
        for (let times = 0; times < 3; times += 1) {
          const { number } = await getBlock(fixture, chainName, "latest");
          const isMonotone = Number(number) >= Number(first.number) - REPLICA_LAG;
          fixture.assert(isMonotone, `latest is ${first.number} or newer`, `${number}`);
        }
      });
    },
  },
  {
    name: "the latest transactions begin at the newest blocks",
    operation: "getLatestTransactions",
    also: ["getBlock"],
    needs: ["state", "known"],
    check: async (fixture) => {
      await fixture.forEach(fixture.known("getLatestTransactions"), async ({ chainName }) => {
        const head = await getBlock(fixture, chainName, "latest");
        const seen = await recordsOf(fixture, "getLatestTransactions", { chainName });
        const numbers = seen.map(({ block_number }) => Number(block_number));
        const newest = Math.max(...numbers);
        if (numbers.length === 0 || newest > Math.max(numbers[0] ?? 0, numbers.at(-1) ?? 0)) {
          fixture.skip("the latest transactions are not in the order of blocks");
          return;
        }
        // Blocks without transactions are not to be seen.
        const last = Number(head.number) - REPLICA_LAG;
        const from = Math.max(newest + 1, last - MAX_BLOCKS);
        for (let number = last; number >= from; number -= 1) {
          const { transaction_count: count } = await getBlock(fixture, chainName, number);
          const expected = `the latest transactions include the ${count} of block ${number}`;
          fixture.guard(Number(count) === 0, expected, `none newer than of block ${newest}`);
        }
        fixture.checks += 1;
      });
    },
  },
  {
    name: "`latest` equals the block of its number",
    operation: "getBlock",
    needs: ["state", "known"],
    check: async (fixture) => {
      const chains = new Set(fixture.known("getBlock").map(({ chain_name }) => chain_name));
      await fixture.forEach(chains, async (chain) => {
        const latest = await getBlock(fixture, chain, "latest");
        const byNumber = await getBlock(fixture, chain, latest.number);
        const isSame = canonical(byNumber) === canonical(latest);
        fixture.assert(isSame, `block ${latest.number} is the latest one`, canonical(byNumber));
      });
    },
  },
  {
    name: "parent_hash is the hash of the preceding block",
    operation: "getBlock",
    needs: ["state", "known"],
    check: async (fixture) => {
      await fixture.forEach(withLatest(fixture.known("getBlock")), async (params) => {
        const child = await getBlock(fixture, params.chain_name, params.block_number);
        if (!(Number(child.number) > 0)) {
          return;
        }
        const parent = await getBlock(fixture, params.chain_name, Number(child.number) - 1);
        const expected = `the hash of block ${parent.number} is ${child.parent_hash}`;
        fixture.assert(same(parent.hash, child.parent_hash), expected, `${parent.hash}`);
        fixture.assert(
          instantOf(parent.timestamp) <= instantOf(child.timestamp),
          `block ${child.number} is not older than its parent, of ${parent.timestamp}`,
          `${child.timestamp}`,
        );
      });
    },
  },
  {
    name: "the gas of a block is within its limit",
    operation: "getBlock",
    needs: ["state", "known"],
    check: async (fixture) => {
      await fixture.forEach(withLatest(fixture.known("getBlock")), async (params) => {
        const block = await getBlock(fixture, params.chain_name, params.block_number);
        const [used, limit] = [whole(block.gas_used), whole(block.gas_limit)];
        if (used !== undefined && limit !== undefined) {
          fixture.assert(used <= limit, `gas_used is at most ${limit}`, `${used}`);
        }
      });
    },
  },
];

function withLatest(known: readonly CallParams[]): CallParams[] {
  const chains = new Set(known.map(({ chain_name }) => chain_name));
  const latest = [...chains].map((chain_name) => ({ chain_name, block_number: "latest" }));
  return [...known, ...latest];
}
