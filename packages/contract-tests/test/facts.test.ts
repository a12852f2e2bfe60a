import { expect, test } from "vitest";
import { agree, equalWhereKnown } from "../src/invariants/facts.ts";

test.each([
  [1, "1", true],
  [31, "0x1F", true],
  ["0xAb", "0xaB", true],
  ["2023-07-13T17:38:11Z", "2023-07-13T17:38:11.000+00:00", true],
  ["2023-07-13T17:38:11Z", "2023-07-13T17:38:12Z", false],
  [1, 2, false],
  ["a", "b", false],
  ["10", "10.0", false],
  [null, null, true],
  [null, 0, false],
  ["", null, false],
  [undefined, 5, true],
  [5, undefined, true],
  [[{ index: 1 }], [{ index: 2 }], true],
  [null, { name: "transfer" }, true],
])("%j and %j state the same: %j", (one, other, expected) => {
  expect(agree(one, other)).toBe(expected);
});

test.each([
  [{ a: 1 }, { a: null, b: 2 }, true],
  [{ a: 1 }, "a", false],
  [[1, 2], [1, undefined], true],
  [[1], { 0: 1 }, false],
  [5, null, true],
])("%j and %j are equal where both are known: %j", (one, other, expected) => {
  expect(equalWhereKnown(one, other)).toBe(expected);
});
