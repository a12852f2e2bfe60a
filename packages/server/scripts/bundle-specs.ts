/** Puts the contract into the package: one bundled document per area in `dist/specs`. */
import { mkdir, rm, writeFile } from "node:fs/promises";
import { bundleSpec, listAreas } from "@chainkit/spec";

const folder = new URL("../dist/specs/", import.meta.url);
const areas = await listAreas();
await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
for (const { name, file } of areas) {
  const document = await bundleSpec(file);
  await writeFile(new URL(`${name}.json`, folder), `${JSON.stringify(document)}\n`);
}
