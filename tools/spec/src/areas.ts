import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Root folder of the repository. */
export const repositoryRoot: string = fileURLToPath(new URL("../../..", import.meta.url));

/** Folder of the hand-written OpenAPI files. */
export const specFolder: string = join(repositoryRoot, "spec");

/** API area with its name and the file that defines it. */
export interface Area {
  readonly name: string;
  readonly file: string;
}

/** The register of open questions, in the folder of the contract. */
export const registerFile = "register.yaml";

/** Lists the API areas, sorted by name: every `spec/<area>.yaml` is one, except for the register. */
export async function listAreas(folder: string = specFolder): Promise<Area[]> {
  const files = await readdir(folder);
  return files
    .filter((file) => file.endsWith(".yaml") && file !== registerFile)
    .sort()
    .map((file) => ({ name: file.slice(0, -".yaml".length), file: join(folder, file) }));
}
