import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { listAreas } from "@chainkit/spec";
import { expect, test } from "vitest";
import { readRootManifest } from "../../repo/src/release/index.ts";
import { packageFiles } from "../src/area-template/package-files.ts";
import { packageFolder, readArea } from "../src/areas.ts";
import { formatFiles } from "../src/format.ts";

test.each(await listAreas())("the package of $name is as new-area makes it", async ({ name }) => {
  const read = (path: string) => readFile(join(packageFolder(name), path), "utf8");
  const { version } = JSON.parse(await read("package.json"));
  const made = packageFiles(await readArea(name), await readRootManifest(), version);
  for (const [path, text] of await formatFiles(made)) {
    expect(text).toBe(await read(path));
  }
});
