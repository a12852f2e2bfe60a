import { expect, test } from "vitest";
import { formatOf } from "../src/chain/block-formats.ts";
import type { Verification } from "../src/chain/profiles.ts";
import type { RpcBlock } from "../src/chain/rpc-types.ts";
import { checkBlock } from "../src/ingest/verified-blocks.ts";
import { blockRecord, transactionRecords } from "../src/source/normalise.ts";
import { priceOf, totalDifficultyOf } from "../src/verify/derived.ts";
import { verifyBlock } from "../src/verify/verify.ts";
import { avalanche, base, bsc, ethereum, nitro } from "./support/chain-blocks.ts";

test("the size of a block is computed, unless its format is unknown", async () => {
  const { block, receipts } = await bsc();
  const lie: RpcBlock = { ...block, size: "0x1" };
  const sizeOf = (verification: Verification) =>
    checkBlock({ block: lie, receipts }, { verification }).change?.block.size;
  expect(sizeOf("bsc")).toBe(Number(block.size));
  expect(sizeOf("parent")).toBe(1);
});

test("the price of gas is what the hashed fields lead to, whatever the node reports", async () => {
  for (const [chain, make] of [
    ["bsc", bsc],
    ["ethereum", ethereum],
  ] as const) {
    const { block, receipts } = await make();
    const lie = receipts.map((each) => ({ ...each, effectiveGasPrice: "0x7" as const }));
    const records = transactionRecords({ block, receipts: lie }, chain);
    expect(records, chain).toEqual(transactionRecords({ block, receipts }, chain));
    expect(records.some(({ effectiveGasPrice }) => effectiveGasPrice !== "7")).toBe(true);
  }
});

test("fees for a parent chain exist on base only, and are computed", async () => {
  const forged = { l1Fee: "0x7", l1FeeScalar: "7", l1GasPrice: "0x7", l1GasUsed: "0x7" } as const;
  const [ofBsc, ofBase] = [await bsc(), await base(false)];
  const lie = ({ block, receipts }: typeof ofBsc) => ({
    block,
    receipts: receipts.map((each) => ({ ...each, ...forged })),
  });
  const none = { l1Fee: null, l1FeeScalar: null, l1GasPrice: null, l1GasUsed: null };
  expect(transactionRecords(lie(ofBsc), "bsc").at(-1)).toMatchObject(none);
  expect(transactionRecords(lie(ofBase), "base")).toEqual(transactionRecords(ofBase, "base"));
  expect(transactionRecords(lie(ofBsc), "parent").at(-1)).toMatchObject({ l1Fee: "7" });
});

test("the first deposit of a block before Canyon has the number of the parent as nonce", async () => {
  const { block, receipts } = await base(false);
  const lie = receipts.map((each) => ({ ...each, depositNonce: "0x7" as const }));
  const nonces = transactionRecords({ block, receipts: lie }, "base").map(({ nonce }) => nonce);
  expect(nonces.slice(0, 2)).toEqual(["39999999", "7"]);
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
  const { block, receipts } = await bsc();
  const free = (fees: object) => {
    const [first = block.transactions[0], ...others] = block.transactions;
    const transactions = [{ ...first, ...fees }, ...others] as typeof block.transactions;
    return transactionRecords({ block: { ...block, transactions }, receipts }, "bsc");
  };
  const missing = free({ maxFeePerGas: undefined, maxPriorityFeePerGas: undefined });
  expect(missing).toEqual(free({ maxFeePerGas: "0x0", maxPriorityFeePerGas: "0x0" }));
  expect(missing[0]).toMatchObject({ maxFeePerGas: "0", maxPriorityFeePerGas: "0" });
});

test("transactions from the parent chain of Nitro pay the base fee, up to what they offer", async () => {
  const { block, receipts } = await nitro(42_161n, true);
  const lie = block.transactions.map(({ gasPrice, maxFeePerGas, ...each }) => ({
    ...each,
    ...(maxFeePerGas == null || each.type === "0x2"
      ? { gasPrice, maxFeePerGas }
      : { maxFeePerGas }),
  }));
  const honest = transactionRecords({ block, receipts }, "arbitrum");
  const transactions = lie as typeof block.transactions;
  expect(transactionRecords({ block: { ...block, transactions }, receipts }, "arbitrum")).toEqual(
    honest,
  );
  expect(honest.map(({ type, gasPrice, maxFeePerGas }) => [type, gasPrice, maxFeePerGas])).toEqual([
    [0x6a, "0", null],
    [2, "20000000", "200000000000"],
    [0x64, "0", null],
    [0x65, "20000000", "100000000"],
    [0x66, "20000000", "100000000"],
    [0x69, "20000000", "100000000"],
    [0x68, "20000000", "100000000"],
  ]);
});

test("a status and a base fee that are encoded like zero must not be missing", async () => {
  const { block, receipts } = await bsc();
  const withoutFee = { ...block, baseFeePerGas: null };
  const withoutStatus = receipts.map((each) => ({ ...each, status: null }));
  expect(() => verifyBlock({ block: withoutFee, receipts }, "bsc")).toThrow(/hash is not that/);
  expect(() => verifyBlock({ block, receipts: withoutStatus }, "bsc")).toThrow(
    "receipt 0 has no status",
  );
});

test("headers of Avalanche have no root of withdrawals", async () => {
  const { block } = await avalanche();
  const lie = { ...block, withdrawalsRoot: block.hash };
  expect(blockRecord(lie, "avalanche").withdrawalsRoot).toBe(null);
  expect(blockRecord(lie, "parent").withdrawalsRoot).toBe(block.hash);
});

test("withdrawals are those of the header", async () => {
  const { block, receipts } = await ethereum();
  const withdrawals = [
    { index: "0x1", validatorIndex: "0x2", address: block.miner, amount: "0x3" },
  ];
  const lie = { block: { ...block, withdrawals }, receipts };
  expect(() => verifyBlock({ block, receipts }, "ethereum")).not.toThrow();
  expect(() => verifyBlock(lie, "ethereum")).toThrow(/withdrawals are not those/);
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
