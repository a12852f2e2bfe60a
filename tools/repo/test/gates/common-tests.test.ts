import { repositoryRoot } from "@chainkit/spec";
import { expect, it } from "vitest";
import { pnpmCommand } from "../../src/extras/index.ts";
import { compareTests, listTests } from "../../src/gates/common-tests.ts";

it("compares tests by file and full name", () => {
  const there = new Map([
    ["a.test.ts", ["kept", "suite > renamed (before)", "moved"]],
    ["b.test.ts", ["kept", "gone"]],
  ]);
  const here = new Map([
    ["a.test.ts", ["kept", "suite > renamed (after)"]],
    ["b.test.ts", ["kept", "moved"]],
  ]);
  const { pattern, ...counts } = compareTests(there, here);
  expect(counts).toEqual({ common: 2, onlyThere: 3, onlyHere: 2 });
  const names = [...there.values(), ...here.values()].flat();
  expect(new Set(names.filter((name) => pattern.test(name)))).toEqual(new Set(["kept"]));
  expect(pattern.test("suite > renamed")).toBe(true);
});

it("leaves nothing out where both have the same", () => {
  const tests = new Map([["a.test.ts", ["one", "two"]]]);
  const { pattern, ...counts } = compareTests(tests, tests);
  expect(counts).toEqual({ common: 2, onlyThere: 0, onlyHere: 0 });
  expect(pattern.test("one")).toBe(true);
});

it("lists tests by their full names, those made by a loop included", () => {
  const file = "packages/openapi/test/sample.test.ts";
  const command = [...pnpmCommand(), "exec"];
  const tests = listTests(repositoryRoot, command, "packages/openapi", [file]);
  expect([...tests.keys()]).toEqual([file]);
  expect(tests.get(file)).toContain(
    "a value that is made > has the members of its side of a message",
  );
});
