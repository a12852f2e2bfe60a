import { expect, it } from "vitest";
import { unicodePattern } from "../src/patterns.ts";

it.each<[written: string, unicode: string | undefined, matching: string, other: string]>([
  ["^[a-z0-9_\\-\\:]+$", "^[a-z0-9_\\-:]+$", "a:b-c", "a b"],
  ["^[\\w\\.]+\\@[a-z]+$", "^[\\w\\.]+@[a-z]+$", "a.b@c", "a.b"],
  ["^[\\w-.]+$", "^[\\w\\-.]+$", "a-b.c", "a b"],
  ["^[\\d-\\w]$", "^[\\d\\-\\w]$", "-", "."],
  ["^[^\\]]\\:$", "^[^\\]]:$", "a:", "]:"],
  ["^{a}$", "^\\{a\\}$", "{a}", "a"],
  ["^a]$", "^a\\]$", "a]", "a"],
  ["^\\_x{2}$", "^_x{2}$", "_xx", "_x"],
  ["^\\p{L}+$", "^\\p{L}+$", "é", "1"],
  ["/^a\\/b$/", "^a\\/b$", "a/b", "/a/b/"],
  ["/^\\@$/u", "^@$", "@", "/@/u"],
])("%s is %s with the flag u", (written, unicode, matching, other) => {
  expect(unicodePattern(written)).toBe(unicode);
  const pattern = new RegExp(String(unicode), "u");
  expect([pattern.test(matching), pattern.test(other)]).toEqual([true, false]);
});

it.each(["(?i)^a$", "(", "\\", "/^a$/i"])(
  "%s is no regular expression of ECMAScript",
  (written) => {
    expect(unicodePattern(written)).toBeUndefined();
  },
);
