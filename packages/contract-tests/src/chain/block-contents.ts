import type { JsonObject } from "@chainkit/openapi";
import type { CallParams } from "../cases/values.ts";
import { agree, instantOf, whole } from "../invariants/facts.ts";
import type { Fixture } from "../invariants/fixture.ts";
import type { Invariant } from "../invariants/invariant.ts";
import { listingOf } from "../invariants/listing.ts";
import { Budget, walk } from "../invariants/walk.ts";
import { getBlock, getTransaction } from "./lookups.ts";

/** Number of transactions of a block that are looked up. */
const MAX_LOOKUPS = 12;

/** Invariants of blocks and their transactions. */
export const blockContentInvariants: readonly Invariant[] = [
  {
    name: "a block lists transaction_count transactions, each with its own index",
    basis: "Number of transactions in the block.",
    operation: "getBlockTransactions",
    also: ["getBlock"],
    needs: ["state", "known"],
    check: async (fixture) => {
      await fixture.forEach(fixture.known("getBlockTransactions"), (params) =>
        contents(fixture, params),
      );
    },
  },
  {
    name: "cumulative_gas_used is the running total of gas_used in a block",
    basis: "Gas used in the block up to and including this transaction.",
    operation: "getTransaction",
    also: ["getBlock", "getBlockTransactions"],
    needs: ["state"],
    check: async (fixture) => {
      await fixture.forEach(fixture.known("getBlockTransactions"), (params) =>
        gasOf(fixture, params),
      );
    },
  },
];

/** All transactions of a block, in the order of their indices. */
export async function transactionsOf(
  fixture: Fixture,
  params: CallParams,
): Promise<{ block: JsonObject; transactions: JsonObject[]; complete: boolean }> {
  const listing = listingOf(fixture.context.operation("getBlockTransactions"));
  const { chainName, blockNumber } = params;
  const block = await getBlock(fixture, chainName, blockNumber);
  const size = listing?.limit?.maximum;
  const maxRecords = new Budget().records;
  const found = listing
    ? await walk(fixture, listing, { chainName, blockNumber }, { size, maxRecords })
    : { records: [], complete: false };
  if (!found.complete) {
    fixture.limitTo(found.records.length);
  }
  const transactions = (found.records as JsonObject[]).toSorted(
    (a, b) => Number(a.transaction_index) - Number(b.transaction_index),
  );
  return { block, transactions, complete: found.complete };
}

async function contents(fixture: Fixture, params: CallParams): Promise<void> {
  const { block, transactions, complete } = await transactionsOf(fixture, params);
  for (const { block_hash, block_number, block_timestamp } of transactions) {
    fixture.assert(agree(block.hash, block_hash), `block_hash is ${block.hash}`, `${block_hash}`);
    const isIn = Number(block_number) === Number(block.number);
    fixture.assert(isIn, `block_number is ${block.number}`, `${block_number}`);
    const isSame = instantOf(block_timestamp) === instantOf(block.timestamp);
    fixture.assert(isSame, `block_timestamp is ${block.timestamp}`, `${block_timestamp}`);
  }
  const indices = new Set(transactions.map(({ transaction_index }) => transaction_index));
  const isOwn = indices.size === transactions.length;
  fixture.assert(isOwn, "every transaction has its own index", [...indices].join());
  if (complete) {
    const { transaction_count: count } = block;
    const length = `${transactions.length}`;
    fixture.assert(count === transactions.length, `${count} transactions are listed`, length);
    const last = Number(transactions.at(-1)?.transaction_index ?? -1);
    const isDense = last === transactions.length - 1;
    fixture.assert(isDense, `the indices are 0 to ${transactions.length - 1}`, `up to ${last}`);
  }
}

async function gasOf(fixture: Fixture, params: CallParams): Promise<void> {
  const { block, transactions, complete } = await transactionsOf(fixture, params);
  const listed = transactions.slice(-MAX_LOOKUPS);
  if (listed.length === 0) {
    fixture.skip("the known blocks are empty");
    return;
  }
  let before = listed.length === transactions.length && complete ? 0n : undefined;
  let last: bigint | undefined;
  for (const { transaction_hash, transaction_index } of listed) {
    const found = await getTransaction(fixture, params.chainName, transaction_hash);
    const [used, sum] = [whole(found.gas_used), whole(found.cumulative_gas_used)];
    if (used === undefined || sum === undefined) {
      return;
    }
    if (before !== undefined) {
      const expected = `cumulative_gas_used at index ${transaction_index} is ${before + used}`;
      fixture.assert(sum === before + used, expected, `${sum}`);
    }
    before = sum;
    last = sum;
  }
  const used = whole(block.gas_used);
  if (complete && used !== undefined) {
    const expected = `the block's gas_used is ${last}, as the sum of its transactions`;
    fixture.assert(last === used, expected, `${used}`);
  }
}
