import { expect, test } from "vitest";
import { decimalText, nativeTokens } from "../src/handlers/shown.ts";

test.each([
  [0n, 0, "0"],
  [0n, 18, "0"],
  [100n, 0, "100"],
  [1500n, 3, "1.5"],
  [1000n, 3, "1"],
  [10_000n, 3, "10"],
  [1_000_005_000n, 6, "1000.005"],
  [1n, 18, "0.000000000000000001"],
  [2n ** 256n - 1n, 255, `0.${"0".repeat(177)}${2n ** 256n - 1n}`],
] as const)("%s with %s decimals is %s", (raw, decimals, text) => {
  expect(decimalText(raw, decimals)).toBe(text);
});

test("native tokens are the nearest number to the exact amount", () => {
  // Divided as numbers, it is 0.7535097064163886.
  expect(nativeTokens(753_509_706_416_388_669n)).toBe(0.7535097064163887);
  expect(nativeTokens(1n)).toBe(1e-18);
});
