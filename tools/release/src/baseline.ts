import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { bundleSpec, listAreas } from "@chainkit/spec";

/** The folder with the contract as it was released last: a bundled document for each area. */
export function baselineFolder(root: string): string {
  return join(root, "spec/released");
}

/** The areas of the last release; none before the first one. */
export async function listReleased(root: string): Promise<string[]> {
  const files = await readdir(baselineFolder(root)).catch(() => [] as string[]);
  return files.filter((file) => file.endsWith(".json")).map((file) => file.replace(/\.json$/, ""));
}

/** Keeps the contract as it is now, as what the next release is compared with. */
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
