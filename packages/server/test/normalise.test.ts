import { expect, test } from "vitest";
import { toQuantity } from "../src/chain/abi.ts";
import { formatOf } from "../src/chain/block-formats.ts";
import type { RpcBlock, RpcBlockWithReceipts } from "../src/chain/rpc-types.ts";
import { blockRecord, transactionRecords } from "../src/source/normalise.ts";
import { priceOf, totalDifficultyOf } from "../src/verify/derived.ts";
import { base, bsc, nitro } from "./support/chain-blocks.ts";

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

test("missing fields become null, zero or the price paid", async () => {
  const missing = ["difficulty", "totalDifficulty", "nonce", "baseFeePerGas", "withdrawalsRoot"];
  for (const nothing of [null, undefined]) {
    const block = Object.fromEntries(missing.map((name) => [name, nothing]));
    expect(blockRecord(changed(await bsc(), { block }).block, "bsc")).toMatchObject({
      difficulty: "0",
      totalDifficulty: null,
      nonce: "0x0000000000000000",
      baseFeePerGas: null,
      withdrawalsRoot: null,
    });
    const less = { type: nothing, nonce: nothing, gasPrice: nothing, to: nothing };
    const receipt = { effectiveGasPrice: "0x7", depositNonce: nothing, status: nothing };
    const source = changed(await bsc(), { transaction: less, receipt });
    expect(transactionRecords(source, "parent").at(-1)).toMatchObject({
      type: 0,
      nonce: "0",
      gasPrice: "7",
      effectiveGasPrice: "7",
      to: null,
      status: null,
      l1Fee: null,
      l1FeeScalar: null,
      l1GasPrice: null,
      l1GasUsed: null,
    });
  }
});

test("numbers are exact, and bytes in lower case", async () => {
  const from = `0x${"aB".repeat(20)}`;
  for (const value of [2n ** 52n - 1n, 2n ** 53n + 1n, 2n ** 256n - 1n]) {
    const source = changed(await bsc(), { transaction: { value: toQuantity(value), from } });
    expect(transactionRecords(source, "parent").at(-1)).toMatchObject({
      value: String(value),
      from: from.toLowerCase(),
    });
  }
});

test("the price paid is the price offered if the receipt has none", async () => {
  const source = changed(await bsc(), {
    transaction: { gasPrice: "0x9" },
    receipt: { effectiveGasPrice: undefined },
  });
  expect(transactionRecords(source, "bsc").at(-1)).toMatchObject({
    gasPrice: "9",
    effectiveGasPrice: "9",
  });
});

test.each(["0.684", "1", "1e-05"])(
  "the scalar of a fee is kept as it is: %s",
  async (l1FeeScalar) => {
    const source = changed(await base(), { receipt: { l1FeeScalar } });
    expect(transactionRecords(source, "parent").at(-1)?.l1FeeScalar).toBe(l1FeeScalar);
  },
);

test.each(["1,2", "", "0x7", "1.", 1])(
  "the scalar of a fee is no fraction: %j",
  async (l1FeeScalar) => {
    const source = changed(await base(), { receipt: { l1FeeScalar: l1FeeScalar as string } });
    expect(() => transactionRecords(source, "parent")).toThrow(
      "l1FeeScalar is not a decimal fraction",
    );
  },
);

test("the status is null before Byzantium, where no hash covers it", async () => {
  const old = { number: "0x3d0900", baseFeePerGas: null };
  const source = changed(await bsc(), { block: old, receipt: { status: "0x1" } });
  const statuses = (["ethereum", "bsc", "parent"] as const).map(
    (chain) => transactionRecords(source, chain).at(-1)?.status,
  );
  expect(statuses).toEqual([null, 1, 1]);
});

test.each([
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

test("fees that are encoded like zero are zero if they are missing", async () => {
  const fees = { type: "0x2", maxFeePerGas: undefined, maxPriorityFeePerGas: undefined };
  const records = transactionRecords(changed(await bsc(), { transaction: fees }), "bsc");
  expect(records.at(-1)).toMatchObject({ maxFeePerGas: "0", maxPriorityFeePerGas: "0" });
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
