import { glob, readFile } from "node:fs/promises";
import { join } from "node:path";
import { repositoryRoot } from "@chainkit/spec";
import { expect, test } from "vitest";
import { CARRIERS } from "../src/dev/contract.ts";

// What no package reads would still be packed with its build.
test("dev puts the contract where packages read it, and nowhere else", async () => {
  const readers = new Set<string>();
  for await (const file of glob("packages/*/src/**/*.ts", { cwd: repositoryRoot })) {
    const text = await readFile(join(repositoryRoot, file), "utf8");
    if (/new URL\("(\.\.\/)+dist\/specs\/"/.test(text)) {
      readers.add(file.split(/[\\/]/)[1] ?? "");
    }
  }
  expect([...readers].sort()).toEqual([...CARRIERS].sort());
});
