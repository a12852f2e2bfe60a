import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { findRendering, keepRendering, keepRenderings } from "../src/render-cache.ts";

let root: string;
let folder: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "docs-cache-"));
  folder = join(root, "cache");
  keepRenderings(folder);
});
afterEach(async () => {
  keepRenderings(undefined);
  await rm(root, { recursive: true });
});

test("a rendering is found by all that it was made from", async () => {
  keepRendering(["1.0.0", "ts", "a"], "<b>é</b>");
  expect(findRendering(["1.0.0", "ts", "a"])).toBe("<b>é</b>");
  for (const other of [["1.0.1", "ts", "a"], ["1.0.0", "ts"], ["1.0.0", "tsa"], []]) {
    expect(findRendering(other)).toBeUndefined();
  }
  keepRendering(["1.0.0", "ts", "a"], "");
  expect(findRendering(["1.0.0", "ts", "a"])).toBe("");
  expect(await readdir(folder)).toHaveLength(1);
});

test("without a folder nothing is kept or found", async () => {
  keepRendering(["kept"], "before");
  keepRenderings(undefined);
  expect(findRendering(["kept"])).toBeUndefined();
  keepRendering(["other"], "after");
  expect(await readdir(folder)).toHaveLength(1);
});
