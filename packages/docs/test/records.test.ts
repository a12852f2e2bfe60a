import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readChangelog } from "../src/records.ts";
import { writeFiles } from "./site.ts";

test("the changelog has the changes of each package that is published, after those that are not released", async () => {
  const root = await mkdtemp(join(tmpdir(), "docs-changes-"));
  onTestFinished(() => rm(root, { recursive: true }));
  await writeFiles(root, {
    "packages/a/package.json": '{ "name": "a", "version": "1.0.0" }',
    "packages/b/package.json": '{ "name": "b", "version": "0.1.0" }',
    "packages/left-over/dist.js": "",
    "packages/own/package.json": '{ "name": "own", "version": "0.0.0", "private": true }',
    "packages/own/CHANGELOG.md": "Its own.",
    ".changeset/README.md": "No change.",
  });
  expect(await readChangelog(root)).toBe("# Changelog\n\nNo package has been released yet.");
  await writeFiles(root, {
    "packages/a/CHANGELOG.md": "# a\n\n## 1.0.0\n\nFirst.",
    ".changeset/c.md": '---\n"@chainkit/a": major\n"@chainkit/b": patch\n---\n\nSecond.\n',
  });
  expect((await readChangelog(root)).split(/\n+/)).toEqual([
    "# Changelog",
    "The packages and the versions that these pages describe:",
    "| Package | Version |",
    "| --- | --- |",
    "| `a` | 1.0.0 |",
    "| `b` | 0.1.0 |",
    "## Not released yet",
    "**a, b** — Second.",
    "## a",
    "### 1.0.0",
    "First.",
  ]);
});
