import { expect, test } from "vitest";
import { formatOf } from "../src/chain/block-formats.ts";
import { transactionRecords } from "../src/source/normalise.ts";
import { priceOf, totalDifficultyOf } from "../src/verify/derived.ts";
import { bsc, nitro } from "./support/chain-blocks.ts";

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
