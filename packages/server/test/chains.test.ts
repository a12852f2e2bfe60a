import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { CHAIN_NAMES, profileOf } from "../src/chain/profiles.ts";
import type { RpcBlockWithReceipts } from "../src/chain/rpc-types.ts";
import { importFiles } from "../src/service/import.ts";
import { verifyBlock } from "../src/verify/verify.ts";
import { avalanche, base, bsc, ethereum, nitro, polygon } from "./support/chain-blocks.ts";
import { emptyStore } from "./support/engines.ts";
import { type Differences, expectServed } from "./support/expected.ts";
import { startService, temporaryFolder } from "./support/support.ts";

type Name = (typeof CHAIN_NAMES)[number];
type Change = (source: RpcBlockWithReceipts) => RpcBlockWithReceipts;

interface Shape {
  readonly chain: Name;
  readonly make: () => Promise<RpcBlockWithReceipts>;
  /** Changes to the data of the node, by position. */
  readonly differences?: Readonly<Record<number, Differences>>;
  /** Parts of the block that a node could forge. */
  readonly unchecked?: readonly string[];
}

// With a fee market, the price paid; Nitro nodes report the price offered.
const PAID = { gas_price: "20000000" };
const OFFERED = { 1: PAID, 3: PAID, 4: PAID };
const OF_NITRO = { 1: PAID };
const DEPOSITS = {
  0: { effective_gas_price: "0" },
  1: { gas_price: "0", nonce: "3" },
};
const SHAPES: Readonly<Record<string, Shape>> = {
  "ethereum since Glamsterdam": { chain: "ethereum", make: ethereum },
  bsc: { chain: "bsc", make: bsc },
  polygon: { chain: "polygon", make: () => polygon(), unchecked: ["last logs"] },
  "polygon since Madhugiri": {
    chain: "polygon",
    make: () => polygon(true),
    unchecked: ["last logs", "logs", "status"],
  },
  base: { chain: "base", make: () => base(), differences: DEPOSITS, unchecked: ["parent fee"] },
  "base before Ecotone": {
    chain: "base",
    make: () => base(false),
    differences: DEPOSITS,
    unchecked: ["parent fee"],
  },
  arbitrum: { chain: "arbitrum", make: () => nitro(42_161n), differences: OF_NITRO },
  "arbitrum with retryables": {
    chain: "arbitrum",
    make: () => nitro(42_161n, true),
    differences: OFFERED,
    unchecked: ["last value"],
  },
  apechain: { chain: "apechain", make: () => nitro(33_139n), differences: OF_NITRO },
  avalanche: {
    chain: "avalanche",
    make: () => avalanche(),
    unchecked: ["last logs", "logs", "status"],
  },
  "avalanche before Helicon": { chain: "avalanche", make: () => avalanche(false) },
};

test.each(Object.entries(SHAPES))(
  "a block of %s is taken, and every field of it served",
  async (_, { chain, make, differences = {} }) => {
    const source = await make();
    const folder = temporaryFolder();
    const [file, blocks] = [join(folder, `${chain}.sqlite`), join(folder, "block.json")];
    writeFileSync(blocks, JSON.stringify(source));
    await importFiles({ kind: "sqlite", file }, profileOf(chain), [blocks], () => {});
    const store = await emptyStore(file);
    const service = await startService({}, { chains: new Map([[chain, store]]) });
    const named = Object.entries(differences).map(([at, each]) => [
      source.block.transactions[Number(at)]?.hash,
      each,
    ]);
    await expectServed(service, chain, source, Object.fromEntries(named));
  },
);

/** Changes a transaction and its receipt: the first, the first signed one, or the last. */
function change(
  which: "first" | "signed" | "last",
  of: { transaction?: object; receipt?: object },
): Change {
  return ({ block, receipts }) => {
    const signed = block.transactions.findIndex((each) => Number(each.type) === 2);
    const at = { first: 0, signed, last: receipts.length - 1 }[which];
    const put = <Item extends object>(items: readonly Item[], changes = {}) =>
      items.map((item, index) => (index === at ? { ...item, ...changes } : item));
    return {
      block: { ...block, transactions: put(block.transactions, of.transaction) },
      receipts: put(receipts, of.receipt),
    };
  };
}

const ofBlock =
  (changes: object): Change =>
  ({ block, receipts }) => ({ block: { ...block, ...changes }, receipts });
const SOMEBODY = `0x${"99".repeat(20)}`;

const LIES: Readonly<Record<string, Change>> = {
  time: ofBlock({ timestamp: "0x1" }),
  "state root": ofBlock({ stateRoot: `0x${"01".repeat(32)}` }),
  "first input": change("first", { transaction: { input: "0x6bf6a42d" } }),
  value: change("signed", { transaction: { value: "0x77" } }),
  sender: change("signed", { transaction: { from: SOMEBODY } }),
  status: change("signed", { receipt: { status: "0x0" } }),
  logs: change("signed", { receipt: { logs: [] } }),
};
/** Cases in which the chain itself created the last transaction. */
const LIES_ABOUT_THE_LAST: Readonly<Record<string, Change>> = {
  "last logs": change("last", { receipt: { logs: [] } }),
  "last value": change("last", { transaction: { value: "0x77" } }),
  "parent fee": change("signed", { receipt: { l1Fee: "0x1" } }),
};

test.each(Object.entries(SHAPES))(
  "of a block of %s nothing can be made up but what is known",
  async (_, { chain, make, unchecked = [] }) => {
    const source = await make();
    const { verification } = profileOf(chain);
    const isRefused = (lie: Change) => {
      try {
        verifyBlock(lie(source), verification, { senders: "all" });
        return false;
      } catch {
        return true;
      }
    };
    expect(isRefused((same) => same)).toBe(false);
    for (const [what, lie] of Object.entries(LIES)) {
      expect(isRefused(lie), what).toBe(!unchecked.includes(what));
    }
    for (const what of unchecked) {
      expect(isRefused({ ...LIES, ...LIES_ABOUT_THE_LAST }[what] as Change), what).toBe(false);
    }
  },
);

test("base: L1 attributes are verified by hashes", async () => {
  const source = await base();
  const first = (changes: object, ofReceipt: object = {}): Change => {
    return ({ block, receipts }) => ({
      block: {
        ...block,
        transactions: block.transactions.map((each, at) => (at ? each : { ...each, ...changes })),
      },
      receipts: receipts.map((each, at) => (at ? each : { ...each, ...ofReceipt })),
    });
  };
  const lies = [
    first({ mint: "0x1" }),
    first({ from: SOMEBODY }),
    first({ isSystemTx: true }),
    first({}, { depositNonce: "0x1" }),
    first({}, { contractAddress: SOMEBODY }),
  ];
  for (const lie of lies) {
    expect(() => verifyBlock(lie(source), "header")).toThrow();
  }
  // It is always free, whatever the node reports.
  for (const same of [first({ isSystemTx: false }), first({}, { effectiveGasPrice: "0x7" })]) {
    expect(() => verifyBlock(same(source), "header")).not.toThrow();
  }
});

test("polygon: the miner comes from nodes only where the header has none", async () => {
  const told = ofBlock({ miner: SOMEBODY });
  const [ofPolygon, ofBsc] = [await polygon(), await bsc()];
  expect(() => verifyBlock(told(ofPolygon), "bor")).not.toThrow();
  expect(() => verifyBlock(told(ofBsc), "bor")).toThrow(/hash is not that of the header/);
  expect(() => verifyBlock(told(ofPolygon), "header")).toThrow(/hash is not that of the header/);
});

test("polygon: a state sync is accepted at the end of a sprint or by its hash only", async () => {
  const source = await polygon(false, 60_000_001n);
  const isLate = ({ block, receipts }: RpcBlockWithReceipts) => ({
    block: {
      ...block,
      transactions: block.transactions.map((each, at) =>
        at ? { ...each, type: "0x7f" as const, hash: block.stateRoot } : each,
      ),
    },
    receipts,
  });
  expect(() => verifyBlock(isLate(source), "bor")).toThrow(/receiptsRoot/);
});

test("rejects the format of one chain on another", async () => {
  const ofPolygon = await polygon(true);
  expect(() => verifyBlock(ofPolygon, "bor")).not.toThrow();
  expect(() => verifyBlock(ofPolygon, "header")).toThrow(/receiptsRoot/);
  const lie = change("signed", { receipt: { status: "0x0" } })(await bsc());
  const settled = ofBlock({ settledHeight: "0x1" })(lie);
  expect(() => verifyBlock(settled, "header")).toThrow(/receiptsRoot/);
});

test("avalanche: the base fee may be missing from the header", async () => {
  const source = await avalanche(true, false);
  expect(() => verifyBlock(source, "coreth")).not.toThrow();
  const lie = ofBlock({ settledHeight: "0x1" })(await avalanche(false));
  expect(() => verifyBlock(lie, "coreth")).toThrow(/hash is not that of the header/);
});

test("every chain of the contract is covered", () => {
  const here = Object.values(SHAPES).map(({ chain }) => chain);
  expect([...new Set(here)].sort()).toEqual([...CHAIN_NAMES].sort());
});
