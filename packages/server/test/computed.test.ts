import { expect, test } from "vitest";
import { formatOf } from "../src/chain/block-formats.ts";
import { transactionRecords } from "../src/source/normalise.ts";
import { priceOf, totalDifficultyOf } from "../src/verify/derived.ts";
import { base, bsc, nitro } from "./support/chain-blocks.ts";

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
