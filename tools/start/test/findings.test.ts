import { join } from "node:path";
import { repositoryRoot } from "@chainkit/spec";
import { expect, test } from "vitest";
import { list, placeFirst } from "../src/dev/findings.ts";

const edited = [join(repositoryRoot, "spec/chain-data.yaml")];

test.each([
  [
    "of a parser",
    `Unexpected end in "${edited[0]}" (60:2)`,
    "spec/chain-data.yaml:60:2 Unexpected end",
  ],
  [
    "of Node",
    "packages/server/src/a.ts:12 SyntaxError: no",
    "packages/server/src/a.ts:12 SyntaxError: no",
  ],
  ["without one", "no operation getBlock", "spec/chain-data.yaml: no operation getBlock"],
])("an error says first where it is: %s", (_, message, line) => {
  expect(placeFirst(message, edited)).toBe(line);
});

test("many problems are counted after the first", () => {
  const lines = list(Array.from({ length: 10 }, (_, index) => `problem ${index}`)).split("\n");
  expect(lines.slice(1, 3)).toEqual(["    problem 0", "    problem 1"]);
  expect(lines.slice(8)).toEqual([
    "    problem 7",
    "    and 2 more; npx --yes pnpm@12 lint lists all",
  ]);
});
