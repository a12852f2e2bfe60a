import { beforeAll, expect, test } from "vitest";
import { fit, loadWidths, pad } from "../src/output/text.ts";

const hash = "0x1234567890abcdef1234567890abcdef";

beforeAll(loadWidths);

test.each([
  ["abcdef", 6, "abcdef"],
  ["abcdef", 5, "abcd…"],
  ["日本語", 6, "日本語"],
  ["日本語", 5, "日本…"],
  ["日本語", 4, "日…"],
  ["a\u200bb", 2, "a\u200bb"],
  [hash, 12, "0x12345…cdef"],
  [hash, 9, "0x123…def"],
  [hash, 8, "0x12345…"],
])("%s in %d columns is %s", (text, width, shown) => {
  expect(fit(text, width)).toBe(shown);
});

test("a text is filled up to a width by the columns that it takes", () => {
  expect(pad("日", 4)).toBe("日  ");
  expect(pad("12", 4, true)).toBe("  12");
  expect(pad("12345", 4)).toBe("12345");
});
