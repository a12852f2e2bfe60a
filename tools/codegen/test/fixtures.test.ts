import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { generateArea } from "../src/generate.ts";
import { typeErrors } from "./support.ts";

const folder = join(import.meta.dirname, "fixtures");

test.for(["3.0", "3.1"])("the odd corners of OpenAPI %s give types that hold", async (version) => {
  const { files } = await generateArea({ file: join(folder, `oddities-${version}.yaml`) });
  const consumer = await readFile(join(folder, `consumer-${version}.ts`), "utf8");
  const errors = await typeErrors(new Map([...files, ["consumer.ts", consumer]]));
  expect(errors).toBe("");
});

test("the same spec gives the same text, and says that it is generated", async () => {
  const file = join(folder, "oddities-3.0.yaml");
  const [first, second] = [await generateArea({ file }), await generateArea({ file })];
  expect([...second.files]).toEqual([...first.files]);
  for (const text of first.files.values()) {
    expect(text).toMatch(/^\/\/ Generated from oddities-3\.0\.yaml: do not edit\./);
  }
});
