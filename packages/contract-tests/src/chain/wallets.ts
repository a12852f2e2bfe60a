import { createHash } from "node:crypto";
import type { JsonObject } from "@chainkit/openapi";
import type { Fixture } from "../invariants/fixture.ts";
import type { Invariant } from "../invariants/invariant.ts";
import { knownListings, type Listing, listingOf } from "../invariants/listing.ts";
import { getPage, walk } from "../invariants/walk.ts";
import { isNone, listRecords, recordsOf } from "./lookups.ts";
import { isComplete, isCompleteInBlocks, isOwn } from "./wallet-transactions.ts";

const LISTINGS = ["getErc20Balances", "getErc721Balances", "getAddressTransactions"];

/** Number of the latest transactions that the listings of wallets are compared with. */
const WINDOW = 400;

/** Number of empty pages after which the listing of an unused wallet has to end. */
const MAX_PAGES = 3;

/** Invariants of the listings of wallets. */
export const walletInvariants: readonly Invariant[] = [
  {
    name: "a wallet lists what it sent and what it received",
    basis: "Returns the transactions sent or received by a wallet.",
    operation: "getAddressTransactions",
    also: ["getLatestTransactions"],
    needs: ["state"],
    calls: (fixture) => fixture.known("getLatestTransactions"),
    check: async (fixture, { chainName }) => {
      const options = { maxRecords: WINDOW };
      const latest = await listRecords(fixture, "getLatestTransactions", { chainName }, options);
      const wallets = participants(latest.records);
      if (wallets.length === 0) {
        fixture.skip("the chain has no transactions");
      }
      await fixture.forEach(wallets, (wallet) =>
        isComplete(fixture, chainName, wallet, latest.records),
      );
    },
  },
  {
    name: "a wallet lists its transactions of every block",
    basis: "Returns the transactions sent or received by a wallet.",
    operation: "getAddressTransactions",
    also: ["getBlockTransactions", "getBlock"],
    calls: knownListings,
    check: isCompleteInBlocks,
  },
  {
    name: "a wallet lists only what it sent or received",
    basis: "Returns the transactions sent or received by a wallet.",
    operation: "getAddressTransactions",
    also: ["getTransaction"],
    check: async (fixture, params) => {
      const records = await recordsOf(fixture, "getAddressTransactions", params);
      if (records.length === 0) {
        fixture.skip("the listings are empty");
      }
      await fixture.forEach(records, (record) => isOwn(fixture, params, record));
    },
  },
  ...LISTINGS.map(
    (operation): Invariant => ({
      name: "an unused wallet has an empty page",
      basis: "An empty page: every address is a valid wallet.",
      operation,
      calls: (fixture) => {
        const chains = new Set(fixture.known().map(({ chainName }) => chainName));
        return [...chains].map((chainName) => ({ chainName, walletAddress: unseen(fixture) }));
      },
      check: async (fixture, params) => {
        const listing = listingOf(fixture.operation) as Listing;
        const query = { fixture, listing, params };
        const first = await getPage(query, {}, "unseen-wallet-404");
        const count = first.records.length;
        fixture.assert(count === 0, "no records", `${count} records`);
        if (first.cursor !== null) {
          const options = { size: null, from: first.cursor, maxPages: MAX_PAGES };
          const { complete, records } = await walk(query, options);
          const expected = `no records up to the end, within ${MAX_PAGES} pages`;
          const actual = `${records.length} records after the first page`;
          fixture.assert(complete && records.length === 0, expected, actual);
        }
      },
    }),
  ),
];

/** Returns an address without a known private key. */
function unseen({ seed, context }: Fixture): string {
  const digest = createHash("sha256").update(`${seed} ${context.runId}`).digest("hex");
  return `0x${digest.slice(0, 40)}`;
}

/** A wallet that sent, one that received only, and others that take part in transactions. */
export function participants(transactions: readonly JsonObject[]): string[] {
  const senders = transactions.map(({ from_address }) => String(from_address));
  const sent = new Set(senders.map((each) => each.toLowerCase()));
  const receivers = transactions.flatMap(({ to_address }) =>
    typeof to_address === "string" ? [to_address] : [],
  );
  const receiving = receivers.filter((each) => !sent.has(each.toLowerCase()));
  const both = receivers.filter((each) => sent.has(each.toLowerCase()));
  const creator = transactions.find(({ to_address }) => isNone(to_address));
  const created = creator && String(creator.from_address);
  const all = [senders[0], both[0], receiving[0], created, senders.at(-1)];
  return [...new Set(all.filter((each) => each !== undefined))];
}
