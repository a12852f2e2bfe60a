import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { listAreas } from "./areas.ts";
import { bundleSpec } from "./bundle.ts";

/**
 * Writes one bundled document per area, `<area>.json`, into a folder. Existing files in it are deleted.
 *
 * @throws Error naming the file that cannot be read.
 */
export async function writeBundles(folder: string): Promise<void> {
  const areas = await listAreas();
  const documents = await Promise.all(areas.map(({ file }) => bundleSpec(file)));
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const [at, { name }] of areas.entries()) {
    await writeFile(join(folder, `${name}.json`), `${JSON.stringify(documents[at])}\n`);
  }
}
