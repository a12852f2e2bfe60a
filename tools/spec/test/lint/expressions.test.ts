import { expect, test } from "vitest";
import { checkExpressions } from "../../src/lint/expressions.ts";

test("a literal of exponential or quadratic time is a problem", () => {
  const code = "const ok = /^a+$/;\nconst slow = [/(a+)+$/, /0+$/g];";
  expect(checkExpressions("a.ts", code)).toEqual({
    count: 3,
    problems: [
      "a.ts:2 /(a+)+$/ is vulnerable; expected linear time",
      "a.ts:2 /0+$/g is vulnerable; expected linear time",
    ],
  });
});

test("so is a pattern of an operation table", () => {
  const code = `export const operations = { get: { parameters: { a: { pattern: "^(x|x)*$" } } } };`;
  expect(checkExpressions("operations.ts", code)).toEqual({
    count: 1,
    problems: ["operations.ts:1 /^(x|x)*$/u is vulnerable; expected linear time"],
  });
});

test("so is one whose time cannot be proven", () => {
  expect(checkExpressions("a.ts", "const behind = /(?<=a)b*c/;").problems).toEqual([
    "a.ts:1 /(?<=a)b*c/ is unknown; expected linear time",
  ]);
});

test("an expression is a problem in each module that has it", () => {
  const code = "const slow = /(b+)+$/;";
  for (const file of ["a.ts", "b.ts"]) {
    expect(checkExpressions(file, code).problems).toEqual([
      `${file}:1 /(b+)+$/ is vulnerable; expected linear time`,
    ]);
  }
});
