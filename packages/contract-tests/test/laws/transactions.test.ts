import { expect, test } from "vitest";
import type { Body } from "../../defects/service/defect.ts";
import { transactions as all, blocks as chain, NEWEST, WALLETS } from "../reference/data.ts";
import { known } from "../reference/server.ts";
import type { Service } from "../reference/service.ts";
import { expectViolation, outcomeOf, records, transactions } from "./outcome.ts";

const VALUE = "getTransaction / invariant / value equals value_raw in whole tokens";
const CREATED =
  "getTransaction / invariant / contract_address is set only where a contract is created";
const GAS =
  "getTransaction / invariant / gas_used is within the transaction's gas limit and cumulative_gas_used";
const PRICES = "getTransaction / invariant / the prices of a transaction agree with its type";
const BLOCK = "getTransaction / invariant / a transaction agrees with the block that contains it";
const listed = (operation: string) =>
  `${operation} / invariant / a listed transaction is found by its hash, in either case, with the same fields`;
const LISTINGS = ["getLatestTransactions", "getAddressTransactions", "getBlockTransactions"];

const only = { getTransaction: known.getTransaction ?? [] };
const other = `0x${"1".repeat(64)}`;
const fields = (change: object) => transactions((each) => Object.assign(each, change));
/** Changes a transaction of the newest block. */
const newest = (change: object) =>
  transactions((each) => {
    if (each.block_number === NEWEST) {
      Object.assign(each, change);
    }
  });
const legacy = (change: object) =>
  fields({
    transaction_type: 0,
    max_fee_per_gas: null,
    max_priority_fee_per_gas: null,
    ...change,
  });

/** Finds another transaction by a hash in upper case. */
const byUpperCase = (service: Service) => {
  const { findTransaction } = service;
  service.findTransaction = (hash) =>
    /[A-F]/.test(hash) ? all[1] : findTransaction.call(service, hash);
};

/** Changes listed transactions that create a contract. */
const creations = (change: (record: Body) => void) =>
  records(LISTINGS.join(" "), (record) => {
    if (record.to_address === null) {
      change(record);
    }
  });

test.concurrent.each<[string, string, (service: Service) => void, RegExp]>([
  [VALUE, "a billionth more", fields({ value: 1.5000001 }), /^value is 1\.5, from value_raw$/],
  [VALUE, "a billionth less", fields({ value: 1.4999999 }), /^value is 1\.5, from value_raw$/],
  [
    CREATED,
    "no creation",
    fields({ contract_address: WALLETS[0], to_address: WALLETS[1] }),
    /^contract_address is null, as to_address is 0xabc/,
  ],
  [GAS, "more than the limit", fields({ gas: "20999" }), /^gas_used is at most 20999$/],
  [
    GAS,
    "more than the total",
    fields({ cumulative_gas_used: "20999" }),
    /^cumulative_gas_used is at least 21000$/,
  ],
  [
    PRICES,
    "a cap of type 0",
    legacy({ max_fee_per_gas: "20" }),
    /^max_fee_per_gas is null for type 0$/,
  ],
  [
    PRICES,
    "a cap of type 1",
    legacy({ max_fee_per_gas: "20", transaction_type: 1 }),
    /^max_fee_per_gas is null for type 1$/,
  ],
  [
    PRICES,
    "a tip of type 0",
    legacy({ max_priority_fee_per_gas: "2" }),
    /^max_priority_fee_per_gas is null for type 0$/,
  ],
  [
    PRICES,
    "a tip of type 1",
    legacy({ max_priority_fee_per_gas: "2", transaction_type: 1 }),
    /^max_priority_fee_per_gas is null for type 1$/,
  ],
  [
    PRICES,
    "a price that is not paid",
    fields({ transaction_type: 2, max_fee_per_gas: "20", gas_price: "20" }),
    /^gas_price is the price paid, 12$/,
  ],
  [
    PRICES,
    "more than the cap",
    fields({ transaction_type: 2, max_fee_per_gas: "11" }),
    /^effective_gas_price is at most 11$/,
  ],
  [BLOCK, "another hash", fields({ block_hash: other }), /^block_hash is 0xabc/],
  [
    BLOCK,
    "another time",
    fields({ block_timestamp: "2020-01-01T00:00:00Z" }),
    /^block_timestamp is 2023/,
  ],
  [
    BLOCK,
    "an index behind the last one",
    newest({ transaction_index: 117 }),
    /^transaction_index is below 117$/,
  ],
  [
    BLOCK,
    "less than the base fee",
    fields({ max_fee_per_gas: "20", effective_gas_price: "10" }),
    /^effective_gas_price is at least the block's base fee, 11$/,
  ],
])("%s: %s", async (title, _, change, expected) => {
  const found = await outcomeOf(title, change, only);
  expectViolation(found, expected);
});

test.concurrent.each(
  LISTINGS.flatMap((operation) =>
    (
      [
        [
          "another gas limit",
          records(operation, (r) => Object.assign(r, { gas: "1" })),
          /^gas is 1, as in the listing$/,
        ],
        [
          "another value",
          records(operation, (r) => Object.assign(r, { value: "1600000000000000000" })),
          /^value_raw is 1600000000000000000, as listed$/,
        ],
        [
          "a rounded value",
          records(operation, (r) => Object.assign(r, { value: "1500000000000000001" })),
          /^value_raw is 1500000000000000001, as listed$/,
        ],
        [
          "whole tokens",
          records(operation, (r) => Object.assign(r, { value: "1.5" })),
          /^value is 1500000000000000000, in wei$/,
        ],
        ["upper case", byUpperCase, /^the same transaction by its hash in upper case$/],
        [
          "a creation",
          creations((r) => Object.assign(r, { gas: "1" })),
          /^gas is 1, as in the listing$/,
        ],
      ] as const
    ).map(([name, change, expected]) => [operation, name, change, expected] as const),
  ),
)("a transaction listed by %s: %s", async (operation, _, change, expected) => {
  const found = await outcomeOf(listed(operation), change);
  expectViolation(found, expected);
});

test.concurrent.each<[string, string, (service: Service) => void]>([
  [VALUE, "rounded", fields({ value: 1.5000000000000002 })],
  [CREATED, "a creation", fields({ contract_address: WALLETS[0], to_address: null })],
  [
    CREATED,
    "a creation without its contract",
    fields({ contract_address: null, to_address: null }),
  ],
  [
    GAS,
    "all of the limit, the first of its block",
    fields({ gas: "21000", cumulative_gas_used: "21000" }),
  ],
  [PRICES, "type 0", legacy({})],
  [PRICES, "type 1", legacy({ transaction_type: 1 })],
  [PRICES, "all of the cap", fields({ transaction_type: 2, max_fee_per_gas: "12" })],
  [BLOCK, "the last one", newest({ transaction_index: 116 })],
  [BLOCK, "the first one", fields({ transaction_index: 0 })],
  [BLOCK, "less than the base fee before there was one", legacy({ effective_gas_price: "10" })],
])("%s, allowed: %s", async (title, _, change) => {
  expect(await outcomeOf(title, change, only)).toMatchObject({ outcome: "passed" });
});

test.concurrent.each(LISTINGS)("%s with nothing to look up", async (operation) => {
  const empty = (service: Service) => {
    service.recordsOf = () => [];
  };
  const found = await outcomeOf(listed(operation), empty);
  expect(found).toEqual({
    outcome: "not applicable",
    expected: [],
    reason: "the listings are empty",
  });
});

test("the reference has what these tests change", () => {
  expect(chain.at(-1)).toMatchObject({ transaction_count: 117, base_fee_per_gas: "11" });
  expect(all[0]).toMatchObject({ transaction_index: 116, transaction_type: 2, gas_used: "21000" });
});
