import { globSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { repositoryRoot } from "@chainkit/spec";
import { expect, test } from "vitest";
import { CARRIERS } from "../src/dev/contract.ts";

// What no package reads would still be packed with its build.
test("dev puts the contract where packages read it, and nowhere else", () => {
  const reads = /new URL\("(\.\.\/)+dist\/specs\/"/;
  const readers = globSync("packages/*/src/**/*.ts", { cwd: repositoryRoot })
    .filter((file) => reads.test(readFileSync(join(repositoryRoot, file), "utf8")))
    .map((file) => file.split(sep)[1]);
  expect(new Set(readers)).toEqual(new Set(CARRIERS));
});
