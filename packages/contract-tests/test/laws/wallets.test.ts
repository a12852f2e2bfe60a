import { expect, test } from "vitest";
import type { Body } from "../../defects/service/defect.ts";
import { type Fields, NEWEST, WALLETS } from "../reference/data.ts";
import type { Service } from "../reference/service.ts";
import { expectViolation, outcomeOf } from "./outcome.ts";

const BOTH =
  "getAddressTransactions / invariant / a wallet lists what it sent and what it received";
const BLOCKS =
  "getAddressTransactions / invariant / a wallet lists its transactions of every block";
const OWN = "getAddressTransactions / invariant / a wallet lists only what it sent or received";
const unused = (operation: string) =>
  `${operation} / invariant / an unused wallet has an empty page`;
const COMPLETE =
  "getLatestTransactions / invariant / the latest transactions are complete: every block with all of its transactions";
const INCLUDE =
  "getLatestTransactions / invariant / the latest transactions include those that wallets list of the same blocks";
const LISTINGS = ["getErc20Balances", "getErc721Balances", "getAddressTransactions"];

/** Leaves records of a listing out. */
const without =
  (operation: string, isLeftOut: (record: Fields) => boolean) => (service: Service) => {
    const { recordsOf } = service;
    service.recordsOf = (call) => {
      const all = recordsOf.call(service, call);
      return call.operation === operation ? all.filter((each) => !isLeftOut(each)) : all;
    };
  };
const isAt = (block: number, index: number) => (record: Fields) =>
  record.block_number === block && record.transaction_index === index;

/** Lists transactions of these parties, as seen from the wallet that is asked for. */
const parties =
  (of: (wallet: string) => { from: string; to?: string; created?: string }) =>
  (service: Service): void => {
    const { finish } = service;
    let wallet = "";
    service.finish = (call, answer) => {
      wallet = call.parameters.walletAddress ?? wallet;
      const body: Body = structuredClone(answer.body);
      const { from, to = null, created = null } = of(wallet);
      const all = call.operation === "getAddressTransactions" ? (body.transactions ?? []) : [];
      for (const record of all) {
        Object.assign(record, { from_address: from, to_address: to });
      }
      if (call.operation === "getTransaction" && body.transaction) {
        const parts = { from_address: from, to_address: to, contract_address: created };
        Object.assign(body.transaction, parts);
      }
      return finish.call(service, call, { ...answer, body });
    };
  };
const stranger = `0x${"9".repeat(40)}`;
const upper = (address: string) => `0x${address.slice(2).toUpperCase()}`;

test.concurrent.each<[string, string, (service: Service) => void, RegExp]>([
  [
    BOTH,
    "one is left out",
    without("getAddressTransactions", isAt(NEWEST, 100)),
    /^0xabc\d*[abc]\d lists all of its latest transactions$/,
  ],
  [
    BLOCKS,
    "one of the oldest block is left out",
    without(
      "getAddressTransactions",
      (r) => r.block_number === NEWEST - 3 && r.transaction_index === 0,
    ),
    /^0xabc\w+ lists all of its transactions of block 2001$/,
  ],
  [
    OWN,
    "of others",
    parties(() => ({ from: stranger, to: stranger })),
    /^0xabc\w+ is from or to 0xabc\w+$/,
  ],
  [
    OWN,
    "a creation by others",
    parties(() => ({ from: stranger, created: stranger })),
    /^0xabc\w+ is from or to 0xabc\w+$/,
  ],
  [
    COMPLETE,
    "one is left out",
    without("getLatestTransactions", isAt(NEWEST - 2, 11)),
    /^the 12 transactions of block 2002 are listed$/,
  ],
  [
    COMPLETE,
    "the first of the oldest block",
    without("getLatestTransactions", isAt(NEWEST - 3, 0)),
    /^the 3 transactions of block 2001 are listed$/,
  ],
  [
    COMPLETE,
    "a block is left out",
    without("getLatestTransactions", (r) => r.block_number === NEWEST - 1),
    /^the 1 transactions of block 2003 are listed$/,
  ],
  [
    INCLUDE,
    "one is left out",
    without("getLatestTransactions", isAt(NEWEST - 2, 4)),
    /^the transactions of 0xabc\w+ are among the latest ones$/,
  ],
])("%s: %s", async (title, _, change, expected) => {
  const found = await outcomeOf(title, change);
  expectViolation(found, expected);
});

test.concurrent.each<[string, string, (service: Service) => void]>([
  [OWN, "sent, in upper case", parties((wallet) => ({ from: upper(wallet), to: stranger }))],
  [OWN, "received", parties((wallet) => ({ from: stranger, to: wallet }))],
  [OWN, "created by it", parties((wallet) => ({ from: wallet, created: stranger }))],
  [OWN, "created", parties((wallet) => ({ from: stranger, created: wallet }))],
  [
    COMPLETE,
    "the newest block has just arrived",
    without("getLatestTransactions", isAt(NEWEST, 100)),
  ],
])("%s, allowed: %s", async (title, _, change) => {
  expect(await outcomeOf(title, change)).toMatchObject({ outcome: "passed" });
});

const empty = (service: Service) => {
  service.recordsOf = () => [];
};
const reversed = (service: Service) => {
  const { recordsOf } = service;
  service.recordsOf = (call) => [...recordsOf.call(service, call)].reverse();
};

test.concurrent.each<[string, string, (service: Service) => void, string]>([
  [BOTH, "nothing", empty, "the chain has no transactions"],
  [BLOCKS, "nothing", empty, "the listings are empty"],
  [OWN, "nothing", empty, "the listings are empty"],
  [COMPLETE, "nothing", empty, "the listing is not in the order of blocks"],
  [COMPLETE, "oldest first", reversed, "the listing is not in the order of blocks"],
  [
    COMPLETE,
    "one block",
    without("getLatestTransactions", (r) => r.block_number !== NEWEST),
    "the latest transactions are of a single block",
  ],
  [
    INCLUDE,
    "no wallet",
    without("getAddressTransactions", () => true),
    "no known wallet has one of the latest transactions",
  ],
])("%s, with nothing to compare: %s", async (title, _, change, reason) => {
  const found = await outcomeOf(title, change);
  expect(found).toEqual({ outcome: "not applicable", expected: [], reason });
});

/** Pages of a wallet that was never used: how many records each has, and whether another one follows. */
const pages =
  (...counts: readonly number[]) =>
  (service: Service): void => {
    const { list, recordsOf, page } = service;
    service.list = (call) => {
      const { walletAddress = "", cursor } = call.parameters;
      if (!walletAddress || (WALLETS as readonly string[]).includes(walletAddress.toLowerCase())) {
        return list.call(service, call);
      }
      const at = cursor ? Number(cursor) : 0;
      const own = {
        ...call,
        parameters: { ...call.parameters, walletAddress: WALLETS[0], cursor: "" },
      };
      const all = recordsOf.call(service, own).slice(0, counts[at] ?? 0);
      const { cursor: _, ...parameters } = own.parameters;
      const field = {
        getErc20Balances: "erc20TokenBalances",
        getErc721Balances: "erc721TokenBalances",
      };
      const name = field[call.operation as keyof typeof field] ?? "transactions";
      const answer = page.call(service, { ...own, parameters }, name, all);
      const next = at + 1 < counts.length ? String(at + 1) : null;
      return { ...answer, body: { ...(answer.body as Body), cursor: next } };
    };
  };

test.concurrent.each(
  LISTINGS.flatMap(
    (operation) =>
      [
        [operation, "an empty page", pages(0), "passed", []],
        [operation, "empty pages", pages(0, 0, 0, 0), "passed", []],
        [operation, "a record", pages(1), "failed", ["no records"]],
        [
          operation,
          "a record on a later page",
          pages(0, 0, 1),
          "failed",
          ["no records up to the end, within 3 pages"],
        ],
        [
          operation,
          "more pages than are read",
          pages(0, 0, 0, 0, 0),
          "failed",
          ["no records up to the end, within 3 pages"],
        ],
      ] as const,
  ),
)("%s of an unused wallet: %s", async (operation, _, change, outcome, expected) => {
  expect(await outcomeOf(unused(operation), change)).toMatchObject({ outcome, expected });
});
