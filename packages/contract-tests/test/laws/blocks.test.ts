import { expect, test } from "vitest";
import type { Body } from "../../defects/service/defect.ts";
import { NEWEST } from "../reference/data.ts";
import type { Service } from "../reference/service.ts";
import { blocks, expectViolation, outcomeOf, records, transactions } from "./outcome.ts";

const CONTENTS =
  "getBlockTransactions / invariant / a block lists transaction_count transactions, each with its own index";
const GAS =
  "getTransaction / invariant / cumulative_gas_used is the running total of gas_used in a block";
const NEW =
  "getBlock / invariant / `latest` is at least as new as the latest transactions and never goes back";
const NONE_AFTER = "getBlock / invariant / `latest` is the newest block: there is none after it";
const BEGIN =
  "getLatestTransactions / invariant / the latest transactions begin at the newest blocks";
const SAME = "getBlock / invariant / `latest` equals the block of its number";
const PARENT = "getBlock / invariant / parent_hash is the hash of the preceding block";
const LIMIT = "getBlock / invariant / the gas of a block is within its limit";

/** Changes the listed transaction with this index. */
const listedAt = (index: number, change: (record: Body) => void) =>
  records("getBlockTransactions", (record) => {
    if (record.transaction_index === index) {
      change(record);
    }
  });

const transactionAt = (index: number, change: (record: Body) => void) =>
  transactions((record) => {
    if (record.transaction_index === index) {
      change(record);
    }
  });

const blockAt = (number: number, change: (block: Body) => void) =>
  blocks((block) => {
    if (block.number === number) {
      change(block);
    }
  });

let turn = 0;

/** Numbers of `latest` for one request after the other; the last one for all others. */
const latest =
  (...numbers: number[]) =>
  (service: Service): void => {
    const { findBlock } = service;
    let turn = 0;
    service.findBlock = (number) => {
      const own = numbers[Math.min(turn, numbers.length - 1)];
      turn += number === "latest" ? 1 : 0;
      return findBlock.call(service, number === "latest" ? String(own) : number);
    };
  };

/** Lists the latest transactions up to a block only. */
const listedUpTo =
  (newest: number, order = 1) =>
  (service: Service): void => {
    const { recordsOf } = service;
    service.recordsOf = (call) =>
      call.operation === "getLatestTransactions"
        ? recordsOf
            .call(service, call)
            .filter(({ block_number }) => Number(block_number) <= newest)
            .toSorted((a, b) => order * (Number(b.block_number) - Number(a.block_number)))
        : recordsOf.call(service, call);
  };

const spelled = (text: string) => text.replace("Z", ".000+00:00");

test.concurrent.each<[string, string, (service: Service) => void, RegExp]>([
  [
    CONTENTS,
    "another hash",
    listedAt(5, (r) => (r.block_hash = `0x${"1".repeat(64)}`)),
    /^block_hash is 0xabc/,
  ],
  [
    CONTENTS,
    "another number",
    listedAt(5, (r) => (r.block_number += 1)),
    /^block_number is 200\d$/,
  ],
  [
    CONTENTS,
    "another time",
    listedAt(5, (r) => (r.block_timestamp = "2020-01-01T00:00:00Z")),
    /^block_timestamp is 2023/,
  ],
  [
    CONTENTS,
    "an index twice",
    listedAt(5, (r) => (r.transaction_index = 4)),
    /^every transaction has its own index$/,
  ],
  [
    CONTENTS,
    "another count",
    blocks((b) => (b.transaction_count += 1)),
    /^\d+ transactions are listed$/,
  ],
  [
    CONTENTS,
    "an index left out",
    listedAt(11, (r) => (r.transaction_index = 500)),
    /^the indices are 0 to 1(1|16)$/,
  ],
  [
    GAS,
    "in the middle",
    transactionAt(5, (t) => (t.cumulative_gas_used = "126001")),
    /^cumulative_gas_used at index [56] is /,
  ],
  [
    GAS,
    "at the beginning",
    transactionAt(0, (t) => (t.cumulative_gas_used = "21001")),
    /^cumulative_gas_used at index [01] is /,
  ],
  [
    GAS,
    "at the end of a long block",
    transactionAt(110, (t) => (t.cumulative_gas_used = "1")),
    /^cumulative_gas_used at index 11[01] is /,
  ],
  [
    GAS,
    "of the whole block",
    blocks((b) => (b.gas_used = "1")),
    /^the block's gas_used is \d+000, as the sum/,
  ],
  [NEW, "older than the latest transactions", latest(NEWEST - 3), /^latest is 2004 or newer$/],
  [NEW, "going back", latest(NEWEST, NEWEST, NEWEST, NEWEST - 3), /^latest is 2004 or newer$/],
  [NONE_AFTER, "a block after it each time", latest(NEWEST - 1), /^no block after `latest`/],
  [
    BEGIN,
    "too old",
    listedUpTo(NEWEST - 3),
    /^the latest transactions include the 12 of block 2002$/,
  ],
  [
    BEGIN,
    "too old, oldest first",
    listedUpTo(NEWEST - 3, -1),
    /^the latest transactions include the 12 of block 2002$/,
  ],
  [SAME, "another size", blocks((b) => (b.size += turn++)), /^block 2004 is the latest one$/],
  [
    PARENT,
    "another hash",
    blockAt(NEWEST - 3, (b) => (b.hash = `0x${"1".repeat(64)}`)),
    /^the hash of block 2001 is 0xabc/,
  ],
  [
    PARENT,
    "of the latest block",
    blockAt(NEWEST - 1, (b) => (b.hash = `0x${"1".repeat(64)}`)),
    /^the hash of block 2003 is 0xabc/,
  ],
  [
    PARENT,
    "a newer parent",
    blockAt(NEWEST - 3, (b) => (b.timestamp = "2024-01-01T00:00:00Z")),
    /^block 2002 is not older than its parent/,
  ],
  [
    LIMIT,
    "one more",
    blocks((b) => (b.gas_limit = String(Number(b.gas_used) - 1))),
    /^gas_used is at most \d+$/,
  ],
])("%s: %s", async (title, _, change, expected) => {
  const found = await outcomeOf(title, change);
  expectViolation(found, expected);
});
test.concurrent.each<[string, string, (service: Service) => void]>([
  [
    CONTENTS,
    "other spellings of hash, number and time",
    records("getBlockTransactions", (r) => {
      r.block_timestamp = spelled(r.block_timestamp);
      r.block_hash = `0x${r.block_hash.slice(2).toUpperCase()}`;
    }),
  ],
  [NEW, "within the lag of replicas", latest(NEWEST - 2, NEWEST, NEWEST - 2)],
  [NEW, "going back within the lag of replicas", latest(NEWEST, NEWEST, NEWEST - 2)],
  [
    NONE_AFTER,
    "a block has arrived meanwhile",
    latest(NEWEST - 1, NEWEST - 1, NEWEST - 1, NEWEST - 1, NEWEST),
  ],
  [BEGIN, "within the lag of replicas", listedUpTo(NEWEST - 2)],
  [BEGIN, "in no order", listedUpTo(NEWEST, -1)],
  [PARENT, "produced at the same time", blocks((b) => (b.timestamp = "2024-01-01T00:00:00Z"))],
  [LIMIT, "as much as permitted", blocks((b) => (b.gas_limit = b.gas_used))],
])("%s, allowed: %s", async (title, _, change) => {
  expect(await outcomeOf(title, change)).toMatchObject({ outcome: "passed" });
});
