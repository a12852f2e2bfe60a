import { describe, expect, test } from "vitest";
import { differenceBetween, windowDifference } from "../src/invariants/every-limit.ts";
import { isNewestFirst } from "../src/invariants/facts.ts";
import type { Walk } from "../src/invariants/walk.ts";

const walk = (keys: string, complete = false): Walk => ({
  ...{ records: [], keys: keys.split(""), complete },
  ...{ next: null, pages: [] },
});

test.each([
  ["abc", "abc", "abc", [], []],
  ["abc", "ab", "abc", ["c"], []],
  ["abc", "abcd", "abc", [], ["d"]],
  ["abc", "ab", "ab", [], []],
  ["ab", "abc", "abc", [], []],
  ["ab", "abc", "ab", [], ["c"]],
])("a walk between two others: %s, %s, %s", (before, middle, after, lost, added) => {
  const found = differenceBetween(walk(before), walk(middle), walk(after));
  expect(found).toEqual({ lost, added });
});

describe("the beginnings of two walks", () => {
  test.each([
    ["abcdefghij", "abcdefghij", [], []],
    ["abcdefghij", "abcefghijk", ["d"], []],
    ["abcefghijk", "abcdefghij", [], ["d"]],
    // A new record at the head, and another order at the tail.
    ["abcdefghij", "xabcdefghi", [], []],
    ["abcdefghij", "abcdefghji", [], []],
    ["abcdefghij", "abcdefghxy", [], []],
    // What one of them does not reach is not lost.
    ["abcdefghijklmnopqrst", "abcdefghij", [], []],
    ["abcdefghij", "abcdefghijklmnopqrst", [], []],
    ["xyabcdefgh", "abcdefghij", [], []],
  ])("%s and %s", (one, other, lost, added) => {
    expect(windowDifference(walk(one), walk(other))).toEqual({ lost, added });
  });

  test("are compared to the last record if both are complete", () => {
    const found = windowDifference(walk("abcdefghij", true), walk("abcdefghix", true));
    expect(found).toEqual({ lost: ["j"], added: ["x"] });
  });

  test("begin with one of the first two hundred records that both have", () => {
    const many = (count: number) => "x".repeat(count);
    expect(windowDifference(walk(`${many(199)}ab`), walk("ab"))).toEqual({ lost: [], added: [] });
    expect(windowDifference(walk(`${many(200)}ab`), walk("ab"))).toBeUndefined();
    expect(windowDifference(walk("ab"), walk(`${many(200)}ab`))).toEqual({ lost: [], added: [] });
    expect(windowDifference(walk("ab"), walk(`${many(201)}ab`))).toBeUndefined();
    expect(windowDifference(walk("abc"), walk("xyz"))).toBeUndefined();
  });
});

test.each([
  [[], true],
  [[5], true],
  [[5, 5, 3], true],
  [[5, 3, 4], false],
  [[3, 5], false],
])("block numbers %j are newest first: %s", (numbers, isSorted) => {
  expect(isNewestFirst(numbers)).toBe(isSorted);
});
