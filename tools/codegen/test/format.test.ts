import { beforeEach, expect, test } from "vitest";
import { formatFiles } from "../src/format.ts";

const running = () => process.getActiveResourcesInfo().filter((name) => name === "ProcessWrap");

/** Formats one file; also whether that took a process. */
async function format(path: string, source: string) {
  const before = running().length;
  const formatted = formatFiles(new Map([[path, source]]));
  const processes = running().length - before;
  return { processes, result: (await formatted).get(path) };
}

beforeEach(async () => {
  await format("packages/a.ts", "const  a = 1");
});

test("a text that was formatted last is not formatted again", async () => {
  expect(await format("packages/a.ts", "const  a = 1")).toEqual({
    processes: 0,
    result: "const a = 1;\n",
  });
});

test("another text of the same file is formatted", async () => {
  expect(await format("packages/a.ts", "const  b = 1")).toEqual({
    processes: 1,
    result: "const b = 1;\n",
  });
});

test("the same text is formatted for another file", async () => {
  await format("packages/a.ts", "[ 1 ]");
  expect(await format("packages/a.json", "[ 1 ]")).toEqual({ processes: 1, result: "[1]\n" });
});
