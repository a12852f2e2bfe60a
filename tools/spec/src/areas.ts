import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** The root of the repository. */
export const repositoryRoot: string = fileURLToPath(new URL("../../..", import.meta.url));

/** The folder of the hand-written OpenAPI files. */
export const specFolder: string = join(repositoryRoot, "spec");

/** One API area: its name everywhere, and the file it is defined in. */
export interface Area {
  readonly name: string;
  readonly file: string;
}

/** The API areas, by name: every `spec/<area>.yaml` is one. */
export async function listAreas(folder: string = specFolder): Promise<Area[]> {
  const files = await readdir(folder);
  return files
    .filter((file) => file.endsWith(".yaml"))
    .sort()
    .map((file) => ({ name: file.slice(0, -".yaml".length), file: join(folder, file) }));
}
