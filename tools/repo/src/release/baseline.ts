import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { bundleSpec, listAreas } from "@chainkit/spec";

/** Folder of the last released contract, with one bundled document per area. */
export function baselineFolder(root: string): string {
  return join(root, "spec/released");
}

/** Lists the areas of the last release; empty before the first one. */
export async function listReleased(root: string): Promise<string[]> {
  const files = await readdir(baselineFolder(root)).catch(() => [] as string[]);
  return files.filter((file) => file.endsWith(".json")).map((file) => file.replace(/\.json$/, ""));
}

/** Saves the current contract as the baseline of the next release. */
export async function writeBaseline(root: string): Promise<void> {
  const folder = baselineFolder(root);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const { name, file } of await listAreas(join(root, "spec"))) {
    await writeFile(
      join(folder, `${name}.json`),
      `${JSON.stringify(await bundleSpec(file), null, 2)}\n`,
    );
  }
}
