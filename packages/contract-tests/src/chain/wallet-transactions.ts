import type { JsonObject } from "@chainkit/openapi";
import fc from "fast-check";
import type { CallParams } from "../cases/values.ts";
import { isNewestFirst } from "../invariants/facts.ts";
import type { Fixture } from "../invariants/fixture.ts";
import { same } from "../judge/leaves.ts";
import { transactionsOf } from "./block-contents.ts";
import { getTransaction, isNone, listRecords } from "./lookups.ts";

/** Number of blocks at random places of a listing, besides the oldest one, that are compared with it. */
const BLOCKS = 2;

const LISTING = "getAddressTransactions";

/** Checks that a wallet lists all of its transactions among the latest ones. */
export async function isComplete(
  fixture: Fixture,
  chainName: unknown,
  walletAddress: string,
  latest: readonly JsonObject[],
): Promise<void> {
  const found = await listRecords(fixture, LISTING, { chainName, walletAddress });
  const own = transactionsBy(walletAddress, latest).map(found.keyOf);
  if (!found.complete && own.some((key) => !found.keys.includes(key))) {
    fixture.skip("the wallets have too many transactions");
    return;
  }
  const expected = `${walletAddress} lists all of its latest transactions`;
  fixture.assertListed(expected, own, found.keys);
}

/** Compares a wallet's transactions with those of some blocks, from the newest to the oldest listed one. */
export async function isCompleteInBlocks(
  fixture: Fixture,
  { chainName, walletAddress }: CallParams,
): Promise<void> {
  const asked = { chainName, walletAddress };
  const found = await listRecords(fixture, LISTING, asked, { isDeep: true });
  const { records, keys, complete, keyOf } = found;
  if (!complete) {
    fixture.limitTo(records.length);
  }
  const numbers = records.map(({ block_number }) => Number(block_number));
  const isSorted = isNewestFirst(numbers);
  // The last block of an incomplete walk may extend beyond it.
  const inside = numbers.filter(
    (number) => complete || (isSorted && number > (numbers.at(-1) ?? 0)),
  );
  if (inside.length === 0) {
    fixture.skip(
      records.length === 0 ? "the listings are empty" : "the wallets have too many transactions",
    );
    return;
  }
  const { seed } = fixture;
  const places = fc.sample(fc.nat({ max: inside.length - 1 }), { seed, numRuns: BLOCKS });
  const blocks = new Set([...places, inside.length - 1].map((place) => inside[place]));
  await fixture.forEach(blocks, async (blockNumber) => {
    const { transactions } = await transactionsOf(fixture, { chainName, blockNumber });
    const own = transactionsBy(walletAddress, transactions).map(keyOf);
    const expected = `${walletAddress} lists all of its transactions of block ${blockNumber}`;
    fixture.assertListed(expected, own, keys);
  });
}

/** Those of some transactions that a wallet sent or received. */
function transactionsBy(wallet: unknown, transactions: readonly JsonObject[]): JsonObject[] {
  return transactions.filter(({ from_address, to_address }) =>
    [from_address, to_address].some((each) => same(each, wallet)),
  );
}

/**
 * Checks that a listed transaction is from or to the wallet. A contract receives the transaction that
 * creates it, which only a lookup shows.
 */
export async function isOwn(
  fixture: Fixture,
  { walletAddress, chainName }: CallParams,
  { from_address: from, to_address: to, transaction_hash: hash }: JsonObject,
): Promise<void> {
  const parties = [from, to];
  const isParty = () => parties.some((each) => same(each, walletAddress));
  if (isNone(to) && !same(from, walletAddress)) {
    const found = await getTransaction(fixture, chainName, hash);
    parties.push(found.to_address, found.contract_address);
    // Absent is not null: the field is optional, and only null says that there is none.
    const isTold = found.to_address !== undefined && found.contract_address !== undefined;
    if (!isTold && !isParty()) {
      fixture.skip("the target leaves out to_address or contract_address, which tell recipients");
      return;
    }
  }
  const expected = `${hash} is from or to ${walletAddress}`;
  fixture.assert(isParty(), expected, `from ${from} to ${parties.slice(1).join(", ")}`);
}
