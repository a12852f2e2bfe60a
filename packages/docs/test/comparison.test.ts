import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { repositoryRoot } from "@chainkit/spec";
import { expect, test } from "vitest";

const docs = join(import.meta.dirname, "..");
const explorer = join(repositoryRoot, "packages/explorer/src");

test("every source that the comparison names exists", () => {
  const text = readFileSync(join(docs, "COMPARISON.md"), "utf8");
  const sources = text.split("\n").flatMap((line) => {
    const last = line.startsWith("|") ? (line.split("|").at(-2) ?? "") : "";
    return [...last.matchAll(/`([^`]+)`/g)].map(([, source = ""]) => source);
  });
  expect(sources.length).toBeGreaterThan(30);
  const missing = sources.filter(
    (source) => ![docs, explorer, repositoryRoot].some((root) => existsSync(join(root, source))),
  );
  expect(missing).toEqual([]);
});
