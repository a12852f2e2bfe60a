/**
 * Puts the contract into the package, in `dist/contract`: one bundled document per area, and the
 * files as they were written, so that a finding can name the line that demands it.
 */
import { cp, mkdir, rm, writeFile } from "node:fs/promises";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { bundleSpec, listAreas, specFolder } from "@chainkit/spec";

const bundles = new URL("../dist/contract/bundles/", import.meta.url);
const sources = new URL("../dist/contract/spec/", import.meta.url);
const isDemanding = (file: string) =>
  !/^(samples|flows|released)\b|\.md$/.test(relative(specFolder, file));

for (const folder of [bundles, sources]) {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
}
for (const { name, file } of await listAreas()) {
  const document = await bundleSpec(file);
  await writeFile(new URL(`${name}.json`, bundles), `${JSON.stringify(document)}\n`);
}
await cp(specFolder, fileURLToPath(sources), { recursive: true, filter: isDemanding });
