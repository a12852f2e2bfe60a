import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { repositoryRoot } from "@chainkit/spec";
import { expect, test } from "vitest";
import { toQuantity } from "../src/chain/abi.ts";
import type { ChainName } from "../src/chain/profiles.ts";
import type { RpcBlockWithReceipts } from "../src/chain/rpc-types.ts";
import { checkBlock } from "../src/ingest/verified-blocks.ts";
import {
  avalanche,
  base,
  bsc,
  ethereum,
  madhugiri,
  nitro,
  polygon,
} from "./support/chain-blocks.ts";
import { blocksOf, realFiles, withChains } from "./support/real-chains.ts";
import { isThorough } from "./support/thorough.ts";

/** All blocks, and what was stored of them. */
const RECORD = join(import.meta.dirname, "flips.md");
/** What that means to operators. */
const GUIDE = join(repositoryRoot, "packages/docs/guides/node-trust.md");

type Make = () => Promise<RpcBlockWithReceipts> | RpcBlockWithReceipts;

/** A real block by its file. */
function real(kind: "full" | "other", name: string): Make {
  return () => {
    const file = realFiles(kind).find((each) => each.name === name) ?? expect.fail();
    return blocksOf(file)[0] ?? expect.fail();
  };
}

type Fields = Readonly<Record<string, unknown>>;

/** What became of the flips of a block. */
interface FlipCounts {
  refused: number;
  ignored: number;
  /** Fields whose other value is stored. */
  readonly accepted: Set<string>;
  total: number;
}

/** Fields that the service reads, which a node could add where a block has none. */
const READ: Readonly<Record<string, Fields>> = {
  block: { totalDifficulty: "0x7", withdrawalsRoot: `0x${"7".repeat(64)}`, baseFeePerGas: "0x7" },
  transaction: {
    ...{ type: "0x2", maxFeePerGas: "0x7", maxPriorityFeePerGas: "0x7", nonce: "0x7" },
    ...{ isSystemTx: true, mint: "0x7" },
  },
  receipt: {
    ...{ l1Fee: "0x7", l1FeeScalar: "0.7", l1GasPrice: "0x7", l1GasUsed: "0x7" },
    ...{ effectiveGasPrice: "0x7", depositNonce: "0x7", root: `0x${"7".repeat(64)}` },
  },
  log: {},
};
const ADDRESSES = new Set(["to", "contractAddress"]);
const SOMEBODY = `0x${"77".repeat(20)}`;

/** Returns another value of a field, of the same kind. */
function flipped(name: string, value: unknown): unknown {
  if (value == null) {
    return ADDRESSES.has(name) ? SOMEBODY : "0x7";
  }
  if (Array.isArray(value)) {
    return value.length > 0 ? value.slice(1) : ["0x07"];
  }
  if (typeof value === "boolean") {
    return !value;
  }
  const text = String(value);
  const isQuantity = /^0x(0|[1-9a-f][0-9a-f]*)$/i.test(text) && text.length < 42;
  if (isQuantity) {
    return toQuantity(BigInt(text) + 1n);
  }
  return text.length > 2 ? `${text.slice(0, -1)}${text.endsWith("7") ? "6" : "7"}` : "0x07";
}

/** The fields of an object, each flipped, removed or added in turn. */
function* variants(kind: string, of: object): Generator<readonly [name: string, Fields]> {
  const fields = of as Fields;
  for (const [name, value] of Object.entries({ ...READ[kind], ...fields })) {
    if (name === "transactions" || name === "logs") {
      continue;
    }
    const isPresent = Object.hasOwn(fields, name);
    yield [name, { ...fields, [name]: isPresent ? flipped(name, value) : value }];
    if (isPresent) {
      const { [name]: _, ...others } = fields;
      yield [name, others];
    }
  }
}

/** All changes of one field of a block, a transaction of each kind, its receipt and its first log. */
function* lies(
  source: RpcBlockWithReceipts,
): Generator<readonly [name: string, RpcBlockWithReceipts]> {
  const { block, receipts } = source;
  const put = <Item>(items: readonly Item[], at: number, item: unknown) =>
    items.map((each, index) => (index === at ? (item as Item) : each));
  for (const [name, changed] of variants("block", block)) {
    yield [name, { block: changed as unknown as typeof block, receipts }];
  }
  for (const at of samples(source)) {
    const [transaction, receipt] = [block.transactions[at] ?? {}, receipts[at]];
    for (const [name, changed] of variants("transaction", transaction)) {
      const transactions = put(block.transactions, at, changed);
      yield [`transaction.${name}`, { block: { ...block, transactions }, receipts }];
    }
    for (const [name, changed] of variants("receipt", receipt ?? {})) {
      yield [`receipt.${name}`, { block, receipts: put(receipts, at, changed) }];
    }
    for (const [name, changed] of variants("log", receipt?.logs[0] ?? {})) {
      const logs = put(receipt?.logs ?? [], 0, changed);
      yield [`log.${name}`, { block, receipts: put(receipts, at, { ...receipt, logs }) }];
    }
  }
}

/** Positions of the first transaction of each type, with and without logs and recipient, and of the last. */
function samples({ block, receipts }: RpcBlockWithReceipts): Set<number> {
  const kinds = block.transactions.map(({ type, to }, at) => {
    return `${type} ${to == null} ${(receipts[at]?.logs.length ?? 0) > 0}`;
  });
  const firsts = kinds.flatMap((kind, at) => (kinds.indexOf(kind) === at ? [at] : []));
  return new Set(kinds.length > 0 ? [...firsts, kinds.length - 1] : []);
}

/** Changes one field after the other, and counts what the service makes of it. */
function flip(source: RpcBlockWithReceipts, chain: ChainName): FlipCounts {
  const counts: FlipCounts = { refused: 0, ignored: 0, accepted: new Set(), total: 0 };
  const read = (block: RpcBlockWithReceipts, senders: "all" | "sample") => {
    const { change, problem } = checkBlock(block, { verification: chain, senders });
    if (problem !== undefined) {
      throw problem;
    }
    return change;
  };
  const honest = read(source, "all");
  for (const [name, lie] of lies(source)) {
    counts.total += 1;
    try {
      const stored = read(lie, name === "transaction.from" ? "all" : "sample");
      if (isDeepStrictEqual(stored, honest)) {
        counts.ignored += 1;
      } else {
        counts.accepted.add(name);
      }
    } catch {
      counts.refused += 1;
    }
  }
  return counts;
}

/** Blocks of each chain: what distinguishes them, and how to read or build them. */
const BLOCKS: readonly (readonly [ChainName, string, Make])[] = [
  ["ethereum", "468,179: before Byzantium", real("full", "ethereum-468179")],
  ["ethereum", "4,370,006: with an uncle", real("full", "ethereum-4370006")],
  ["ethereum", "13,998,626: before the merge", real("full", "ethereum-13998626")],
  ["ethereum", "22,119,617: with blobs", real("full", "ethereum-22119617")],
  ["ethereum", "built: Glamsterdam", ethereum],
  ["base", "81,636: before Canyon", real("full", "base-81636")],
  ["base", "1,962,305: before Canyon", real("full", "base-1962305")],
  ["base", "33,411,770: Isthmus", real("full", "base-33411770")],
  ["base", "built: before Canyon", () => base(false)],
  ["base", "built: Jovian", () => base()],
  ["arbitrum", "19,000,174: before Nitro", real("full", "arbitrum-19000174")],
  ["arbitrum", "150,000,000: Nitro", real("full", "arbitrum-150000000")],
  ["arbitrum", "built: Nitro", () => nitro(42_161n)],
  ["arbitrum", "built: with retryables", () => nitro(42_161n, true)],
  ["apechain", "built: with retryables", () => nitro(33_139n, true)],
  ["polygon", "10,000,000: before Delhi", real("full", "polygon-10000000")],
  ["polygon", "43,200,000: with a state sync", real("full", "polygon-43200000")],
  ["polygon", "built: with a state sync", () => polygon()],
  ["polygon", "built: Madhugiri", () => madhugiri()],
  ["bsc", "built: with a system transaction", bsc],
  ["avalanche", "3 of a test network: Apricot 2", real("other", "avalancheref-3")],
  ["avalanche", "7 of a test network: Apricot 3", real("other", "avalancheref-7")],
  ["avalanche", "17 of a test network: Durango", real("other", "avalancheref-17")],
  ["avalanche", "21 of a test network: Granite", real("other", "avalancheref-21")],
  ["avalanche", "built: before Helicon", () => avalanche(false)],
  ["avalanche", "built: Helicon", () => avalanche(true, false)],
];

const HEAD = ["chain", "block", "changes", "refused", "no effect", "stored as reported"];

const isRecorded = process.env.CHAINKIT_RECORD === "1";

async function rowOf([chain, name, make]: (typeof BLOCKS)[number]): Promise<string> {
  const { total, refused, ignored, accepted } = flip(await make(), chain);
  const fields = [...accepted].sort().map((field) => `\`${field}\``);
  const counts = [total, refused, ignored].map(String);
  return lineOf([chain, name, ...counts, fields.join(", ") || "nothing"]);
}

const lineOf = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;

/** Rows of the table with such a heading, without its first two lines. */
function rowsOf(text: string, heading: RegExp): string[][] {
  const lines = text.split("\n");
  const start = lines.findIndex((line) => heading.test(line));
  const length = lines.slice(start).findIndex((line) => !line.startsWith("|"));
  const rows = lines.slice(start + 2, start + length);
  return rows.map((row) => row.split("|").map((cell) => cell.trim()));
}

/** Fields that a cell names. */
const fieldsIn = (cell = "") => cell.match(/`[\w.]+`/g) ?? [];

test("the guide names the fields of the record, chain by chain", () => {
  const forged = new Map<string, string[][]>();
  for (const [, chain = "", , , , , fields] of rowsOf(readFileSync(RECORD, "utf8"), /^\| chain/)) {
    forged.set(chain, [...(forged.get(chain) ?? []), fieldsIn(fields)]);
  }
  const guide = rowsOf(readFileSync(GUIDE, "utf8"), /^\| Chain/);
  const stated = guide.map(([, chain, now, before]) => [chain, fieldsIn(now), fieldsIn(before)]);
  const recorded = [...forged].map(([chain, blocks]) => {
    const now = blocks.at(-1) ?? [];
    const before = new Set(blocks.flat());
    return [chain, now, [...before].filter((field) => !now.includes(field)).sort()];
  });
  expect(stated).toEqual(recorded);
});

/** Compares the rows of blocks with those of the record. */
async function expectRecorded(blocks: typeof BLOCKS): Promise<void> {
  const rows: string[] = [];
  for (const block of blocks) {
    rows.push(await rowOf(block));
  }
  const record = readFileSync(RECORD, "utf8");
  const [written] = /^\| chain +\| block +\|.*?(?=\n\n)/ms.exec(record) ?? expect.fail();
  if (isRecorded && blocks === BLOCKS) {
    const table = [lineOf(HEAD), lineOf(HEAD.map(() => "---")), ...rows].join("\n");
    writeFileSync(
      RECORD,
      record.replace(written, () => table),
    );
    return;
  }
  // The formatter pads the cells.
  const [head, , ...lines] = written.replaceAll(/ +\|/g, " |").split("\n");
  expect(head).toBe(lineOf(HEAD));
  expect(lines).toHaveLength(BLOCKS.length);
  expect(lines).toEqual(expect.arrayContaining(rows));
}

test("the record of what a node can lie about is that of flipped fields", async () => {
  await expectRecorded(BLOCKS.filter(([, name]) => name.startsWith("built")));
});

// Takes a minute.
(isRecorded || isThorough ? withChains : test.skip)("and that of real blocks", async () => {
  await expectRecorded(BLOCKS);
});
