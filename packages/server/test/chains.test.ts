import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { CHAIN_NAMES, profileOf } from "../src/chain/profiles.ts";
import type { RpcBlockWithReceipts } from "../src/chain/rpc-types.ts";
import { importFiles } from "../src/service/import.ts";
import { verifyBlock } from "../src/verify/verify.ts";
import {
  avalanche,
  base,
  bsc,
  ethereum,
  madhugiri,
  nitro,
  polygon,
} from "./support/chain-blocks.ts";
import { emptyStore } from "./support/engines.ts";
import { type Differences, expectServed } from "./support/expected.ts";
import { startService, temporaryFolder } from "./support/support.ts";

type Name = (typeof CHAIN_NAMES)[number];
type Change = (source: RpcBlockWithReceipts) => RpcBlockWithReceipts;

interface Shape {
  readonly chain: Name;
  readonly make: () => Promise<RpcBlockWithReceipts>;
  readonly differences?: Readonly<Record<number, Differences>>;
  /** Parts of the block that a node could forge. */
  readonly unchecked?: readonly string[];
}

// With a fee market, the price paid; Nitro nodes report the price offered.
const PAID = { gas_price: "20000000" };
// Of unsigned transactions, they report the maximum fee as the gas price only.
const UNSIGNED = { ...PAID, max_fee_per_gas: "100000000" };
const OFFERED = { 1: PAID, 3: UNSIGNED, 4: PAID, 5: PAID, 6: PAID };
const OF_NITRO = { 1: PAID };
const DEPOSITS = {
  0: { effective_gas_price: "0" },
  1: { gas_price: "0", nonce: "3" },
};
const SHAPES: Readonly<Record<string, Shape>> = {
  "ethereum since Glamsterdam": { chain: "ethereum", make: ethereum },
  bsc: { chain: "bsc", make: bsc },
  polygon: { chain: "polygon", make: () => polygon(), unchecked: ["last logs"] },
  "polygon since Madhugiri": { chain: "polygon", make: () => madhugiri() },
  "polygon since Madhugiri, as Erigon hashes": {
    chain: "polygon",
    make: () => madhugiri("erigon"),
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

/** Changes a transaction and its receipt: the first signed one, the last, or that at a position. */
function change(
  which: "signed" | "last" | number,
  of: { transaction?: object; receipt?: object },
): Change {
  return ({ block, receipts }) => {
    const signed = block.transactions.findIndex((each) => Number(each.type) === 2);
    const at = typeof which === "number" ? which : { signed, last: receipts.length - 1 }[which];
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
  "first input": change(0, { transaction: { input: "0x6bf6a42d" } }),
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
  const first = (transaction: object, receipt = {}) => change(0, { transaction, receipt });
  const lies = [
    first({ mint: "0x1" }),
    first({ from: SOMEBODY }),
    first({ isSystemTx: true }),
    first({}, { depositNonce: "0x1" }),
    first({}, { contractAddress: SOMEBODY }),
  ];
  for (const lie of lies) {
    expect(() => verifyBlock(lie(source), "base")).toThrow();
  }
  // It is always free, whatever the node reports.
  for (const same of [first({ isSystemTx: false }), first({}, { effectiveGasPrice: "0x7" })]) {
    expect(() => verifyBlock(same(source), "base")).not.toThrow();
  }
});

test("arbitrum: what comes from the parent chain is verified by hashes", async () => {
  const source = await nitro(42_161n, true);
  const { transactions } = source.block;
  const lie = (at: number, transaction: object, receipt = {}) =>
    change(at, { transaction, receipt })(source);
  const types = transactions.map(({ type }) => Number(type));
  expect(types).toEqual([0x6a, 2, 0x64, 0x65, 0x66, 0x69, 0x68]);
  for (const at of [0, 2, 3, 4, 5, 6]) {
    const changes = { value: "0x77", to: SOMEBODY, from: SOMEBODY, input: "0x1234", gas: "0x7" };
    for (const [name, value] of Object.entries(changes)) {
      const isRefused = () => verifyBlock(lie(at, { [name]: value }), "arbitrum");
      expect(isRefused, `${name} of ${types[at]}`).toThrow(new RegExp(`transaction ${at}`));
    }
    const more = [
      lie(at, { hash: source.block.stateRoot }),
      lie(at, { nonce: "0x99" }),
      lie(at, { maxPriorityFeePerGas: "0x1" }),
      lie(at, {}, { contractAddress: SOMEBODY }),
      lie(at, { ...transactions[1] }),
      lie(at, { ...transactions[1], type: "0x50" }),
    ];
    for (const [which, each] of more.entries()) {
      expect(() => verifyBlock(each, "arbitrum"), `${which} of ${types[at]}`).toThrow();
    }
  }
});

test("polygon: the miner comes from nodes only where the header has none", async () => {
  const told = ofBlock({ miner: SOMEBODY });
  const [ofPolygon, ofBsc] = [await polygon(), await bsc()];
  expect(() => verifyBlock(told(ofPolygon), "polygon")).not.toThrow();
  expect(() => verifyBlock(told(ofBsc), "bsc")).toThrow(/hash is not that of the header/);
  expect(() => verifyBlock(told(ofPolygon), "ethereum")).toThrow(/hash is not that of the header/);
});

test("polygon: a state sync before Madhugiri ends a sprint, and has no fields of its own", async () => {
  const sprints: [bigint, boolean][] = [
    [60_000_016n, true],
    [60_000_001n, false],
    [30_000_016n, false],
    [30_000_000n, true],
  ];
  for (const [number, isEnd] of sprints) {
    const source = await polygon(number);
    const verify = () => verifyBlock(source, "polygon");
    isEnd ? expect(verify).not.toThrow() : expect(verify).toThrow(/hash of transaction 1/);
  }
  const source = await polygon();
  const lies = [
    change("last", { transaction: { from: SOMEBODY } }),
    change("last", { transaction: { to: SOMEBODY } }),
    change("last", { transaction: { value: "0x1" } }),
    change("last", { transaction: { input: "0x01" } }),
    change("last", { transaction: { type: "0x2" } }),
    change("last", { receipt: { status: "0x0" } }),
    change("last", { receipt: { gasUsed: "0x1" } }),
    change("last", { receipt: { contractAddress: SOMEBODY } }),
  ];
  for (const lie of lies) {
    expect(() => verifyBlock(lie(source), "polygon")).toThrow(/not that of a state sync/);
  }
});

test("polygon: the encoding of a state sync proves the transactions since Madhugiri", async () => {
  const source = await madhugiri();
  const raw = (source.block.transactions.at(-1) as { raw: string }).raw;
  const isRefused = (transaction: object, message: RegExp) => {
    const lie = change("last", { transaction })(source);
    expect(() => verifyBlock(lie, "polygon")).toThrow(message);
  };
  isRefused({ raw: undefined }, /needs its encoding, from eth_getRawTransactionByHash/);
  isRefused({ raw: `0x02${raw.slice(4)}` }, /needs its encoding/);
  isRefused({ raw: `${raw.slice(0, -2)}00` }, /hash of transaction 1 is not its own/);
  isRefused({ hash: source.block.stateRoot }, /hash of transaction 1 is not its own/);
  isRefused({ to: SOMEBODY }, /to of transaction 1 does not follow from its type/);
  isRefused({ maxFeePerGas: "0x1" }, /maxFeePerGas of transaction 1/);
  const without = ({ block, receipts }: RpcBlockWithReceipts) => ({
    block: { ...block, transactions: block.transactions.slice(0, -1) },
    receipts: receipts.slice(0, -1),
  });
  expect(() => verifyBlock(without(source), "polygon")).toThrow(/transactionsRoot/);
});

test("polygon: the root of receipts may cover a state sync by its type alone", async () => {
  const source = await madhugiri("bor", true);
  expect(() => verifyBlock(source, "polygon")).not.toThrow();
  const lie = change("signed", { receipt: { status: "0x0" } })(source);
  expect(() => verifyBlock(lie, "polygon")).toThrow(/receiptsRoot/);
});

test("rejects the format of one chain on another", async () => {
  const ofPolygon = await madhugiri();
  expect(() => verifyBlock(ofPolygon, "polygon")).not.toThrow();
  expect(() => verifyBlock(ofPolygon, "ethereum")).toThrow(/transaction 1 has type 0x7f/);
  expect(() => verifyBlock(ofPolygon, "base")).toThrow(/transaction 1 has type 0x7f/);
  const lie = change("signed", { receipt: { status: "0x0" } })(await bsc());
  const settled = ofBlock({ settledHeight: "0x1" })(lie);
  expect(() => verifyBlock(settled, "ethereum")).toThrow(/receiptsRoot/);
});

test("avalanche: the base fee may be missing from the header", async () => {
  const source = await avalanche(true, false);
  expect(() => verifyBlock(source, "avalanche")).not.toThrow();
  const lie = ofBlock({ settledHeight: "0x1" })(await avalanche(false));
  expect(() => verifyBlock(lie, "avalanche")).toThrow(/hash is not that of the header/);
});

test("every chain of the contract is covered", () => {
  const here = Object.values(SHAPES).map(({ chain }) => chain);
  expect([...new Set(here)].sort()).toEqual([...CHAIN_NAMES].sort());
});
