import { expect, test } from "vitest";
import { toQuantity } from "../src/chain/abi.ts";
import { formatOf } from "../src/chain/block-formats.ts";
import type { Verification } from "../src/chain/profiles.ts";
import type { RpcBlock, RpcBlockWithReceipts } from "../src/chain/rpc-types.ts";
import { blockRecord, transactionRecords } from "../src/source/normalise.ts";
import { priceOf, totalDifficultyOf } from "../src/verify/derived.ts";
import { bsc, nitro } from "./support/chain-blocks.ts";

/** A block with changes in itself, its last transaction and that receipt. */
function changed(
  { block, receipts }: RpcBlockWithReceipts,
  changes: { block?: object; transaction?: object; receipt?: object },
): RpcBlockWithReceipts {
  const last = <Item extends object>(items: readonly Item[], fields = {}) =>
    items.map((item, at) => (at === items.length - 1 ? { ...item, ...fields } : item));
  return {
    block: {
      ...block,
      transactions: last(block.transactions, changes.transaction),
      ...changes.block,
    } as RpcBlock,
    receipts: last(receipts, changes.receipt),
  };
}

const BLOCK = ["difficulty", "totalDifficulty", "nonce", "baseFeePerGas", "withdrawalsRoot"];

test.each([null, undefined])(
  "fields of a block that are %s become null or zero",
  async (nothing) => {
    const block = Object.fromEntries(BLOCK.map((name) => [name, nothing]));
    expect(blockRecord(changed(await bsc(), { block }).block, "bsc")).toMatchObject({
      difficulty: "0",
      totalDifficulty: null,
      nonce: "0x0000000000000000",
      baseFeePerGas: null,
      withdrawalsRoot: null,
    });
  },
);

const FROM = `0x${"aB".repeat(20)}`;
const MAX = 2n ** 256n - 1n;
/** Of a block before Byzantium, where no hash covers the status. */
const OLD = { block: { number: "0x3d0900", baseFeePerGas: null }, receipt: { status: "0x1" } };
const lacking = (nothing: null | undefined) => ({
  transaction: { type: nothing, nonce: nothing, gasPrice: nothing, to: nothing },
  receipt: { effectiveGasPrice: "0x7", depositNonce: nothing, status: nothing },
});
const LACKING = {
  ...{ type: 0, nonce: "0", gasPrice: "7", effectiveGasPrice: "7", to: null, status: null },
  ...{ l1Fee: null, l1FeeScalar: null, l1GasPrice: null, l1GasUsed: null },
};
const NO_FEES = { type: "0x2", maxFeePerGas: undefined, maxPriorityFeePerGas: undefined };
const OFFERED = { transaction: { gasPrice: "0x9" }, receipt: { effectiveGasPrice: undefined } };
const ofValue = (value: bigint) => ({ transaction: { value: toQuantity(value) } });

type Changes = Parameters<typeof changed>[1];
type Row = [string, Verification, Changes, object];

test.each<Row>([
  ["fields that are null", "parent", lacking(null), LACKING],
  ["fields that are missing", "parent", lacking(undefined), LACKING],
  ["a sender in capitals", "parent", { transaction: { from: FROM } }, { from: FROM.toLowerCase() }],
  ["a value of 52 bits", "parent", ofValue(2n ** 52n - 1n), { value: "4503599627370495" }],
  ["a value of 54 bits", "parent", ofValue(2n ** 53n + 1n), { value: "9007199254740993" }],
  ["the greatest value", "parent", ofValue(MAX), { value: String(MAX) }],
  ["the price offered as that paid", "bsc", OFFERED, { gasPrice: "9", effectiveGasPrice: "9" }],
  [
    "a missing fee",
    "bsc",
    { transaction: NO_FEES },
    { maxFeePerGas: "0", maxPriorityFeePerGas: "0" },
  ],
  ["a status that no hash covers", "ethereum", OLD, { status: null }],
  ["a status on another chain", "bsc", OLD, { status: 1 }],
  ["a status where no hash is checked", "parent", OLD, { status: 1 }],
  ...["0.684", "1", "1e-05"].map((l1FeeScalar): Row => {
    return ["the scalar of a fee", "parent", { receipt: { l1FeeScalar } }, { l1FeeScalar }];
  }),
])("%s, by %s: %j", async (_, verification, changes, expected) => {
  const records = transactionRecords(changed(await bsc(), changes), verification);
  expect(records.at(-1)).toMatchObject(expected);
});

test.each<[Changes, string]>([
  [{ block: { gasLimit: null } }, "gasLimit is missing"],
  [{ block: { gasUsed: "21000" } }, "gasUsed is not a number in hexadecimal"],
  [{ block: { gasUsed: 21_000 } }, "gasUsed is not a number in hexadecimal"],
  [{ block: { gasUsed: "0x" } }, "gasUsed is not a number in hexadecimal"],
  [{ block: { stateRoot: "0x12" } }, "stateRoot is not 32 bytes in hexadecimal"],
  [{ block: { stateRoot: `0x${"zz".repeat(32)}` } }, "stateRoot is not 32 bytes in hexadecimal"],
  [{ block: { size: "0x20000000000000" } }, "size is not a safe integer in hexadecimal"],
  [{ block: { extraData: "0x123" } }, "extraData is not bytes in hexadecimal"],
  [{ block: { miner: "nobody" } }, "miner is not 20 bytes in hexadecimal"],
  [{ transaction: { from: undefined } }, "transaction 1: from is missing"],
  [{ transaction: { value: undefined } }, "transaction 1: value is missing"],
  [{ transaction: { to: "0x" } }, "transaction 1: to is not 20 bytes in hexadecimal"],
  [{ transaction: { input: undefined } }, "transaction 1: input is missing"],
  [{ receipt: { gasUsed: undefined } }, "transaction 1: gasUsed is missing"],
  [{ receipt: { logs: null } }, "transaction 1: logs is missing"],
  [{ receipt: { l1Fee: "1.5" } }, "transaction 1: l1Fee is not a number in hexadecimal"],
  ...["1,2", "", "0x7", "1.", 1].map((l1FeeScalar): [Changes, string] => [
    { receipt: { l1FeeScalar } },
    "transaction 1: l1FeeScalar is not a decimal fraction",
  ]),
])("%j is refused by name", async (changes, message) => {
  const source = changed(await bsc(), changes);
  const read = () => [blockRecord(source.block, "bsc"), transactionRecords(source, "parent")];
  expect(read).toThrow(`block 75000000: ${message}`);
});

test("a time that responses cannot state is refused, and the last second that they can is not", async () => {
  const at = async (seconds: number | bigint) =>
    blockRecord(changed(await bsc(), { block: { timestamp: toQuantity(seconds) } }).block, "bsc");
  for (const seconds of [0, 253_402_300_799]) {
    expect((await at(seconds)).timestamp).toBe(seconds);
  }
  const years = [253_402_300_800, 8_640_000_000_000, 8_640_000_000_001, 2 ** 52];
  for (const seconds of [...years, 2n ** 53n, 2n ** 64n - 1n, 2n ** 64n]) {
    await expect(at(seconds)).rejects.toThrow(
      `block 75000000: timestamp ${seconds} is after the year 9999, which no response can state`,
    );
  }
});

test.each([
  ["without tips", "000000000000003d", "0000", [20_000_000n, 20_000_000n]],
  ["with tips that the header announces", "000000000000003d", "0001", [0n, 30_020_000_000n]],
  ["of the version with tips", "0000000000000009", "0000", [0n, 30_020_000_000n]],
])("prices on Nitro %s", async (_, version, flags, prices) => {
  const { block } = await nitro(42_161n);
  const mixHash = `0x${"00".repeat(16)}${version}${flags}${"00".repeat(6)}` as const;
  const changed = { ...block, mixHash };
  const format = formatOf("arbitrum", changed);
  expect(block.transactions.map((each) => priceOf(changed, each, format))).toEqual(prices);
});

test.each([
  ["ethereum", 17_000_000, "0x0", 58_750_003_716_598_352_816_469n],
  ["ethereum", 14_000_000, "0x2bc1dd80f1e411", undefined],
  ["base", 2_000_000, "0x0", 0n],
  ["avalanche", 31_878_202, "0x1", 31_878_202n],
  ["arbitrum", 60_000_000, "0x1", 37_792_184n],
  ["polygon", 40_000_000, "0x18", undefined],
] as const)("the total difficulty of %s %i", async (chain, number, difficulty, expected) => {
  const { block } = await bsc();
  const known = { ...block, number: `0x${number.toString(16)}` as const, difficulty };
  expect(totalDifficultyOf(known, chain)).toBe(expected);
});
