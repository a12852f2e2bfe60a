import type { Coverage } from "@chainkit/runtime";
import { expect, test } from "vitest";
import { describeCoverage } from "../src/index.ts";

test.each<[Coverage | undefined, string]>([
  [undefined, ""],
  [{}, ""],
  [{ from: 0, to: 9, complete: true }, "blocks 0 to 9, complete"],
  [{ complete: false }, "incomplete"],
  [
    { from: 5, to: 9, complete: false, pending: 1, unreadable: 2 },
    "blocks 5 to 9, incomplete, 1 balance pending, 2 balances unreadable",
  ],
  [
    { from: 0, to: 9, balances: 9, complete: true, pending: 0, unreadable: 0 },
    "blocks 0 to 9, complete",
  ],
])("%j is described as: %s", (coverage, text) => {
  expect(describeCoverage(coverage)).toBe(text);
});
