import type { JsonObject } from "@chainkit/openapi";
import type { CallParams } from "../cases/values.ts";
import { canonical, instantOf, isNewestFirst } from "../invariants/facts.ts";
import type { Fixture } from "../invariants/fixture.ts";
import type { Invariant } from "../invariants/invariant.ts";
import type { WalkOptions } from "../invariants/walk.ts";
import { same } from "../judge/leaves.ts";
import { getBlock, listRecords, recordsOf } from "./lookups.ts";

/** Attempts in which a block after the latest one is found before it is a violation. */
const MAX_NEWER = 5;

/** Blocks by which replicas of a service may differ. */
const REPLICA_LAG = 2;

/** Number of blocks behind the head that may be without transactions before the rest is not looked at. */
const MAX_BLOCKS = 10;

const LATEST = "Block number in decimal, or `latest` for the newest block known to the service.";

/** Invariants of the blocks of a chain. */
export const blockInvariants: readonly Invariant[] = [
  {
    name: "`latest` is at least as new as the latest transactions and never goes back",
    basis: LATEST,
    operation: "getBlock",
    also: ["getLatestTransactions"],
    needs: ["known"],
    calls: (fixture) => fixture.known("getLatestTransactions"),
    check: async (fixture, { chainName }) => {
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
    },
  },
  ofChains("`latest` is the newest block: there is none after it", async (fixture, chain) => {
    // A block may arrive between two requests, and a replica may lag, but not each time.
    let newer = 0;
    for (let times = 0; times < MAX_NEWER && newer === times; times += 1) {
      const { number } = await getBlock(fixture, chain, "latest");
      const after = { chain_name: chain, block_number: String(Number(number) + 1) };
      const { status } = await fixture.call("getBlock", after, ["200", "404"]);
      newer += status === 200 ? 1 : 0;
    }
    const expected = "no block after `latest`, in one of several attempts";
    fixture.assert(newer < MAX_NEWER, expected, "the next block each time");
  }),
  {
    name: "the latest transactions begin at the newest blocks",
    basis: "Returns the latest transactions of a blockchain.",
    operation: "getLatestTransactions",
    also: ["getBlock"],
    check: async (fixture, { chainName }) => {
      const head = await getBlock(fixture, chainName, "latest");
      const numbers = await newestListed(fixture, chainName);
      if (numbers.length === 0) {
        fixture.skip("the latest transactions are too many to find the newest one");
        return;
      }
      const newest = Math.max(...numbers);
      // Blocks without transactions are not to be seen.
      const last = Number(head.number) - REPLICA_LAG;
      const from = Math.max(newest + 1, last - MAX_BLOCKS);
      for (let number = last; number >= from; number -= 1) {
        const { transaction_count: count } = await getBlock(fixture, chainName, number);
        const expected = `the latest transactions include the ${count} of block ${number}`;
        fixture.guard(Number(count) === 0, expected, `none newer than of block ${newest}`);
      }
      fixture.checks += 1;
    },
  },
  ofChains("`latest` equals the block of its number", async (fixture, chain) => {
    const latest = await getBlock(fixture, chain, "latest");
    const byNumber = await getBlock(fixture, chain, latest.number);
    const isSame = canonical(byNumber) === canonical(latest);
    fixture.assert(isSame, `block ${latest.number} is the latest one`, canonical(byNumber));
  }),
  ofBlocks(
    "parent_hash is the hash of the preceding block",
    "Hash of the parent block.",
    async (fixture, child, chain) => {
      if (!(Number(child.number) > 0)) {
        return;
      }
      const parent = await getBlock(fixture, chain, Number(child.number) - 1);
      const expected = `the hash of block ${parent.number} is ${child.parent_hash}`;
      fixture.assert(same(parent.hash, child.parent_hash), expected, `${parent.hash}`);
      fixture.assert(
        instantOf(parent.timestamp) <= instantOf(child.timestamp),
        `block ${child.number} is not older than its parent, of ${parent.timestamp}`,
        `${child.timestamp}`,
      );
    },
  ),
  ofBlocks(
    "the gas of a block is within its limit",
    "Gas limit of the block, decimal in the examples.",
    async (fixture, { gas_used: used, gas_limit: limit }) => {
      const isWithin = !(Number(used) > Number(limit));
      fixture.assert(isWithin, `gas_used is at most ${limit}`, `${used}`);
    },
  ),
];

/** An invariant of the latest block of each known chain. */
function ofChains(
  name: string,
  check: (fixture: Fixture, chain: unknown) => Promise<void>,
): Invariant {
  return {
    name,
    basis: LATEST,
    operation: "getBlock",
    calls: latestBlocks,
    check: (fixture, { chain_name }) => check(fixture, chain_name),
  };
}

/** An invariant of every known block, and of the latest ones. */
function ofBlocks(
  name: string,
  basis: string,
  check: (fixture: Fixture, block: JsonObject, chain: unknown) => Promise<void>,
): Invariant {
  return {
    name,
    basis,
    operation: "getBlock",
    calls: (fixture) => [...fixture.known(), ...latestBlocks(fixture)],
    check: async (fixture, { chain_name, block_number }) =>
      check(fixture, await getBlock(fixture, chain_name, block_number), chain_name),
  };
}

/** The calls for the latest block of each known chain. */
function latestBlocks(fixture: Fixture): CallParams[] {
  const chains = new Set(fixture.known().map(({ chain_name }) => chain_name));
  return [...chains].map((chain_name) => ({ chain_name, block_number: "latest" }));
}

/**
 * Block numbers of the latest transactions, with the newest: those of the first page if it is in the order of
 * blocks, newest first, or else of the whole listing. None if it is too long.
 */
async function newestListed(fixture: Fixture, chainName: unknown): Promise<number[]> {
  const read = async (options: WalkOptions = {}) => {
    const found = await listRecords(fixture, "getLatestTransactions", { chainName }, options);
    const numbers = found.records.map(({ block_number }) => Number(block_number));
    return { numbers, complete: found.complete };
  };
  const { numbers: first } = await read({ maxPages: 1 });
  if (isNewestFirst(first) && Number(first[0]) > Number(first.at(-1))) {
    return first;
  }
  const { numbers, complete } = await read();
  return complete || isNewestFirst(numbers) ? numbers : [];
}
