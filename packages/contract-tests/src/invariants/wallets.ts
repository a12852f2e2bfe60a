import { createHash } from "node:crypto";
import type { JsonObject } from "@chainkit/openapi";
import fc from "fast-check";
import type { CallParams } from "../cases/values.ts";
import { same } from "../judge/leaves.ts";
import { transactionsOf } from "./block-contents.ts";
import { getTransaction, recordsOf } from "./chain.ts";
import type { Fixture } from "./fixture.ts";
import type { Invariant } from "./invariant.ts";
import { named } from "./keys.ts";
import { type Listing, listingOf, listingsOf } from "./listing.ts";
import { Budget, getPage, walk } from "./walk.ts";

const LISTINGS = ["getErc20Balances", "getErc721Balances", "getAddressTransactions"];

/** Number of the latest transactions that the listings of wallets are compared with. */
const WINDOW = 400;
const MAX_WALLETS = 5;

/** Number of blocks at random places of a listing, besides the oldest one, that are compared with it. */
const BLOCKS = 2;

/** Invariants of the listings of wallets. */
export const walletInvariants: readonly Invariant[] = [
  {
    name: "a wallet lists what it sent and what it received",
    operation: "getAddressTransactions",
    also: ["getLatestTransactions"],
    needs: ["state"],
    check: async (fixture) => {
      const listing = listingOf(fixture.context.operation("getLatestTransactions"));
      await fixture.forEach(fixture.known("getLatestTransactions"), async ({ chainName }) => {
        const asked = chainName === undefined ? {} : { chainName };
        const size = listing?.limit?.maximum;
        const found =
          listing && (await walk(fixture, listing, asked, { size, maxRecords: WINDOW }));
        const latest = (found?.records ?? []) as JsonObject[];
        const wallets = participants(latest);
        if (wallets.length === 0) {
          fixture.skip("the chain has no transactions");
        }
        await fixture.forEach(wallets, (wallet) => isComplete(fixture, chainName, wallet, latest));
      });
    },
  },
  {
    name: "a wallet lists its transactions of every block",
    operation: "getAddressTransactions",
    also: ["getBlockTransactions", "getBlock"],
    needs: ["state", "known"],
    check: async (fixture) => {
      const listing = listingOf(fixture.operation);
      const budget = new Budget();
      if (listing) {
        const known = listingsOf(listing, fixture.known("getAddressTransactions"));
        await fixture.forEach(known, (params) =>
          isCompleteInBlocks(fixture, listing, params, budget),
        );
      }
    },
  },
  {
    name: "a wallet lists only what it sent or received",
    operation: "getAddressTransactions",
    also: ["getTransaction"],
    needs: ["state", "known"],
    check: async (fixture) => {
      await fixture.forEach(fixture.known("getAddressTransactions"), async (params) => {
        const records = await recordsOf(fixture, "getAddressTransactions", params);
        if (records.length === 0) {
          fixture.skip("the listings are empty");
        }
        await fixture.forEach(records, (record) => isOwn(fixture, params, record));
      });
    },
  },
  ...LISTINGS.map(
    (operation): Invariant => ({
      name: "an unused wallet has an empty page",
      operation,
      needs: ["state", "known"],
      check: async (fixture) => {
        const listing = listingOf(fixture.operation);
        const chains = new Set(fixture.known(operation).map(({ chainName }) => chainName));
        await fixture.forEach(chains, async (chainName) => {
          if (listing) {
            const named = chainName === undefined ? {} : { chainName };
            const params = { ...named, walletAddress: unseenWallet(fixture) };
            const { records, cursor } = await getPage(
              fixture,
              listing,
              params,
              "unseen-wallet-404",
            );
            fixture.assert(records.length === 0, "no records", `${records.length} records`);
            fixture.assert(cursor === null, "no cursor", `${cursor}`);
          }
        });
      },
    }),
  ),
];

/** Returns an address without a known private key. */
function unseenWallet({ seed, context }: Fixture): string {
  const digest = createHash("sha256").update(`${seed} ${context.runId}`).digest("hex");
  return `0x${digest.slice(0, 40)}`;
}

/** A wallet that sent, one that received only, and others that take part in transactions. */
function participants(transactions: readonly JsonObject[]): string[] {
  const senders = transactions.map(({ from_address }) => String(from_address));
  const sent = new Set(senders.map((each) => each.toLowerCase()));
  const receivers = transactions.flatMap(({ to_address }) =>
    typeof to_address === "string" ? [to_address] : [],
  );
  const receiving = receivers.filter((each) => !sent.has(each.toLowerCase()));
  const both = receivers.filter((each) => sent.has(each.toLowerCase()));
  const creator = transactions.find(({ to_address }) => (to_address ?? null) === null);
  const all = [senders[0], both[0], receiving[0], creator?.from_address, senders.at(-1)].map(
    (each) => (each === undefined ? undefined : String(each)),
  );
  return [...new Set(all.filter((each) => each !== undefined))].slice(0, MAX_WALLETS);
}

async function isComplete(
  fixture: Fixture,
  chainName: unknown,
  walletAddress: string,
  latest: readonly JsonObject[],
): Promise<void> {
  const listing = listingOf(fixture.operation);
  if (!listing) {
    return;
  }
  const params = { ...(chainName === undefined ? {} : { chainName }), walletAddress };
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
async function isCompleteInBlocks(
  fixture: Fixture,
  listing: Listing,
  params: CallParams,
  budget: Budget,
): Promise<void> {
  const { chainName, walletAddress } = params;
  const asked = { ...(chainName === undefined ? {} : { chainName }), walletAddress };
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
  const isSorted = numbers.every((number, at) => at === 0 || number <= Number(numbers[at - 1]));
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

/** A contract receives the transaction that creates it, which only a lookup tells. */
async function isOwn(fixture: Fixture, params: JsonObject, record: JsonObject): Promise<void> {
  const { walletAddress, chainName } = params;
  const { from_address: from, to_address: to, transaction_hash: hash } = record;
  const parties = [from, to];
  if ((to ?? null) === null && !same(from, walletAddress)) {
    parties.push((await getTransaction(fixture, chainName, hash)).contract_address);
  }
  const isParty = parties.some((each) => same(each, walletAddress));
  const expected = `${hash} is from or to ${walletAddress}`;
  fixture.assert(isParty, expected, `from ${from} to ${parties.slice(1).join(", ")}`);
}
