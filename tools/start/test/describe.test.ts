import { expect, test } from "vitest";
import { describe } from "../src/describe.ts";
import { FROM_MOCK, stopLine } from "../src/report.ts";
import type { Stop } from "../src/tour.ts";

test.each<[string, unknown, string]>([
  [
    "a wrapped record, telling fields first",
    { block: { difficulty: "0", number: 17686112, size: 9, gas: 1, transaction_count: 133 } },
    "block: number 17686112 · transaction_count 133 · difficulty 0 · size 9",
  ],
  ["an envelope without data", { code: 0, data: {}, msg: "success" }, "code 0 · msg success"],
  [
    "an envelope with a list",
    { code: 0, data: { tags: [{ tag: "prod" }, { tag: "dev" }] }, msg: "ok" },
    "code 0 · msg ok · data: tags ×2: tag prod",
  ],
  ["nothing that is null or empty", { name: null, symbol: "", uri: "x", list: [] }, "uri x"],
  ["long hexadecimal shortened", { hash: `0x${"ab".repeat(32)}` }, "hash 0xababab…abab"],
  ["long text shortened", { name: "n".repeat(50) }, `name ${"n".repeat(31)}…`],
  ["no shorter text", { name: "n".repeat(32) }, `name ${"n".repeat(32)}`],
  ["text on one line", { name: "a\n\tb" }, "name a b"],
  [
    "four fields in all",
    { a: { x: 1, b: { y: true, z: 3, c: { d: 4, e: 5 } } } },
    "a: x 1 · b: y true · z 3 · c: d 4",
  ],
  ["an empty list", [], "×0"],
  ["a bare value", 7, "7"],
  ["no body", undefined, "no body"],
])("%s", (_name, answer, text) => {
  expect(describe(answer)).toBe(text);
});

test.each([
  ["get", { answer: "x".repeat(86) }, "x".repeat(86)],
  ["list", { answer: "x".repeat(87) }, `${"x".repeat(85)}…`],
  ["add", { answer: "x".repeat(35), isMock: true }, `${"x".repeat(32)}…${FROM_MOCK}`],
  ["remove", { error: new Error("x".repeat(99)) }, `failed: ${"x".repeat(99)}`],
])("the line of %s is as wide as a terminal, but for what failed", (id, more, text) => {
  const stop = { area: "a", operation: { id }, ...more } as Stop;
  expect(stopLine(stop, 10)).toBe(`  ${id.padEnd(10)}  ${text}`);
});
