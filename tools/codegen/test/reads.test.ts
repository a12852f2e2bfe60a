import { promises } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { relative, sep } from "node:path";
import { specFolder } from "@chainkit/spec";
import { expect, onTestFinished, test } from "vitest";
import { allFollowingFiles } from "../src/areas.ts";

/** Counts how often each file of the contract is read from now on, by its path within `spec/`. */
function countReads(): Map<string, number> {
  const counts = new Map<string, number>();
  const { readFile } = promises;
  promises.readFile = ((...args: Parameters<typeof readFile>) => {
    const path = String(args[0]);
    if (path.startsWith(specFolder + sep)) {
      const name = relative(specFolder, path).replaceAll(sep, "/");
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    return readFile(...args);
  }) as typeof readFile;
  syncBuiltinESMExports();
  onTestFinished(() => {
    promises.readFile = readFile;
    syncBuiltinESMExports();
  });
  return counts;
}

test("generate reads each file of the contract once, also those that areas share", async () => {
  const counts = countReads();
  await allFollowingFiles();
  expect([...counts.keys()]).toEqual(
    expect.arrayContaining(["chain-data.yaml", "register.yaml", "samples/getBlock.ts"]),
  );
  expect([...counts.keys()].filter((name) => name.startsWith("shared/"))).not.toEqual([]);
  expect([...counts].filter(([, reads]) => reads > 1)).toEqual([]);
});
