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
