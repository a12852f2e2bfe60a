import { expect, test } from "vitest";
import { formatFiles } from "../src/format.ts";

const running = () => process.getActiveResourcesInfo().filter((name) => name === "ProcessWrap");

/** Formats one file; also whether that took a process. */
async function format(path: string, source: string) {
  const before = running().length;
  const formatted = formatFiles(new Map([[path, source]]));
  const processes = running().length - before;
  return { processes, result: (await formatted).get(path) };
}

test.each([
  ["a text that was formatted last, not again", "a.ts", "const  a = 1", 0, "const a = 1;\n"],
  ["another text of the same file", "a.ts", "const  b = 1", 1, "const b = 1;\n"],
  ["the same text of another file", "a.json", "const  a = 1", 1, "const  a = 1"],
])("it formats %s", async (_, name, source, processes, result) => {
  await format("packages/a.ts", "const  a = 1");
  expect(await format(`packages/${name}`, source)).toEqual({ processes, result });
});
