import { readdirSync } from "node:fs";
import { join } from "node:path";
import { type Extras, installProject } from "./install.ts";

export { type Extras, installProject } from "./install.ts";
export { npmCommand, pnpmCommand } from "./npm.ts";

const projects = join(import.meta.dirname, "../../projects");

/** Names of the projects in `projects/`. */
export const extraNames: readonly string[] = readdirSync(projects);

/**
 * Provides dependencies that only tests need, and installs them on first use. Await it at the top level
 * of a module: a download may exceed the timeout of a test or hook.
 *
 * @param name Folder in `projects/`.
 * @throws Error if the project does not exist or cannot be installed.
 * @example
 * const nodes = await useExtras("nodes");
 * execFile(nodes.path("node-20", "bin", "node"), ["--version"]);
 */
export async function useExtras(name: string): Promise<Extras> {
  if (!extraNames.includes(name)) {
    throw new Error(`unknown extras "${name}"; expected one of ${extraNames.join(", ")}`);
  }
  return installProject(join(projects, name));
}
