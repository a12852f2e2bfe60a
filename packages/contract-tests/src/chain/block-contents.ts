import type { JsonObject } from "@chainkit/openapi";
import type { CallParams } from "../cases/values.ts";
import { DEEP_RECORDS, type Fixture } from "../invariants/fixture.ts";
import type { Invariant } from "../invariants/invariant.ts";
import { getBlock, getTransaction, listRecords } from "./lookups.ts";

/** Number of transactions of a block that are looked up. */
const MAX_LOOKUPS = 12;

/** Invariants of blocks and their transactions. */
export const blockContentInvariants: readonly Invariant[] = [
  {
    name: "a block lists transaction_count transactions, each with its own index",
    basis: "Number of transactions in the block.",
    operation: "getBlockTransactions",
    also: ["getBlock"],
    check: async (fixture, params) => {
      const { block, transactions, complete } = await transactionsOf(fixture, params);
      for (const each of transactions) {
        fixture.assertAgrees(each, "block_hash", block.hash);
        fixture.assertAgrees(each, "block_number", block.number);
        fixture.assertAgrees(each, "block_timestamp", block.timestamp);
      }
      const count = transactions.length;
      const indices = new Set(transactions.map(({ transaction_index }) => transaction_index));
      const expected = "every transaction has its own index";
      fixture.assert(indices.size === count, expected, [...indices].join());
      if (complete) {
        const isAll = block.transaction_count === count;
        fixture.assert(isAll, `${block.transaction_count} transactions are listed`, `${count}`);
        const last = Number(transactions.at(-1)?.transaction_index ?? -1);
        fixture.assert(last === count - 1, `the indices are 0 to ${count - 1}`, `up to ${last}`);
      }
    },
  },
  {
    name: "cumulative_gas_used is the running total of gas_used in a block",
    basis: "Gas used in the block up to and including this transaction.",
    operation: "getTransaction",
    also: ["getBlock", "getBlockTransactions"],
    needs: ["state"],
    calls: (fixture) => fixture.known("getBlockTransactions"),
    check: checkGas,
  },
];

/** All transactions of a block, in the order of their indices. */
export async function transactionsOf(
  fixture: Fixture,
  { chainName, blockNumber }: CallParams,
): Promise<{ block: JsonObject; transactions: JsonObject[]; complete: boolean }> {
  const block = await getBlock(fixture, chainName, blockNumber);
  const params = { chainName, blockNumber };
  const options = { maxRecords: DEEP_RECORDS };
  const { records, complete } = await listRecords(fixture, "getBlockTransactions", params, options);
  if (!complete) {
    fixture.limitTo(records.length);
  }
  const transactions = records.toSorted(
    (a, b) => Number(a.transaction_index) - Number(b.transaction_index),
  );
  return { block, transactions, complete };
}

async function checkGas(fixture: Fixture, params: CallParams): Promise<void> {
  const { block, transactions, complete } = await transactionsOf(fixture, params);
  const listed = transactions.slice(-MAX_LOOKUPS);
  if (listed.length === 0) {
    fixture.skip("the known blocks are empty");
    return;
  }
  let before = listed.length === transactions.length && complete ? 0 : undefined;
  for (const { transaction_hash, transaction_index } of listed) {
    const found = await getTransaction(fixture, params.chainName, transaction_hash);
    const [used, sum] = [Number(found.gas_used), Number(found.cumulative_gas_used)];
    if (before !== undefined) {
      const total = before + used;
      const expected = `cumulative_gas_used at index ${transaction_index} is ${total}`;
      fixture.assert(sum === total, expected, `${sum}`);
    }
    before = sum;
  }
  if (complete) {
    const expected = `the block's gas_used is ${before}, as the sum of its transactions`;
    fixture.assert(Number(block.gas_used) === before, expected, `${block.gas_used}`);
  }
}
