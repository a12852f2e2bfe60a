import type { JsonObject } from "@chainkit/openapi";
import fc from "fast-check";
import type { CallParams } from "../cases/values.ts";
import { isNewestFirst } from "../invariants/compare.ts";
import type { Fixture } from "../invariants/fixture.ts";
import { named } from "../invariants/keys.ts";
import { type Listing, listingOf } from "../invariants/listing.ts";
import { type Budget, walk } from "../invariants/walk.ts";
import { same } from "../judge/leaves.ts";
import { transactionsOf } from "./block-contents.ts";
import { getTransaction } from "./lookups.ts";

/** Number of blocks at random places of a listing, besides the oldest one, that are compared with it. */
const BLOCKS = 2;

/** Checks that a wallet lists all of its transactions among the latest ones. */
export async function isComplete(
  fixture: Fixture,
  chainName: unknown,
  walletAddress: string,
  latest: readonly JsonObject[],
): Promise<void> {
  const listing = listingOf(fixture.operation);
  if (!listing) {
    return;
  }
  const params = { chainName, walletAddress };
  const { keys, complete } = await walk(fixture, listing, params, { size: listing.limit?.maximum });
  const own = latest.filter(({ from_address, to_address }) =>
    [from_address, to_address].some((each) => same(each, walletAddress)),
  );
  const listed = new Set(keys);
  const lost = own.map(listing.keyOf).filter((key) => !listed.has(key));
  if (!complete && lost.length > 0) {
    fixture.skip("the wallets have too many transactions");
    return;
  }
  const expected = `${walletAddress} lists all of its latest transactions`;
  fixture.assert(lost.length === 0, expected, `missing ${named(lost)}`);
}

/** Compares a wallet's transactions with those of some blocks, from the newest to the oldest listed one. */
export async function isCompleteInBlocks(
  fixture: Fixture,
  listing: Listing,
  params: CallParams,
  budget: Budget,
): Promise<void> {
  const { chainName, walletAddress } = params;
  const asked = { chainName, walletAddress };
  const size = listing.limit?.maximum;
  const { records, keys, complete } = await walk(fixture, listing, asked, {
    size,
    maxRecords: budget.records,
  });
  budget.spend(records.length);
  if (!complete) {
    fixture.limitTo(records.length);
  }
  const numbers = records.map((each) => Number((each as JsonObject).block_number));
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
  const places = fc.sample(fc.nat({ max: inside.length - 1 }), {
    seed: fixture.seed,
    numRuns: BLOCKS,
  });
  const blocks = new Set([...places, inside.length - 1].map((place) => inside[place]));
  const listed = new Set(keys);
  await fixture.forEach(blocks, async (blockNumber) => {
    const { transactions } = await transactionsOf(fixture, { chainName, blockNumber });
    const own = transactions.filter(({ from_address, to_address }) =>
      [from_address, to_address].some((each) => same(each, walletAddress)),
    );
    const lost = own.map(listing.keyOf).filter((key) => !listed.has(key));
    const expected = `${walletAddress} lists all of its transactions of block ${blockNumber}`;
    fixture.assert(lost.length === 0, expected, `missing ${named(lost)}`);
  });
}

/**
 * Checks that a listed transaction is from or to the wallet. A contract receives the transaction that
 * creates it, which only a lookup shows.
 */
export async function isOwn(
  fixture: Fixture,
  params: JsonObject,
  record: JsonObject,
): Promise<void> {
  const { walletAddress, chainName } = params;
  const { from_address: from, to_address: to, transaction_hash: hash } = record;
  const parties = [from, to];
  if ((to ?? null) === null && !same(from, walletAddress)) {
    const found = await getTransaction(fixture, chainName, hash);
    parties.push(found.to_address, found.contract_address);
    // Absent is not null: the field is optional, and only null says that there is none.
    const isTold = found.to_address !== undefined && found.contract_address !== undefined;
    if (!isTold && !parties.some((each) => same(each, walletAddress))) {
      fixture.skip("the target leaves out to_address or contract_address, which tell recipients");
      return;
    }
  }
  const isParty = parties.some((each) => same(each, walletAddress));
  const expected = `${hash} is from or to ${walletAddress}`;
  fixture.assert(isParty, expected, `from ${from} to ${parties.slice(1).join(", ")}`);
}
