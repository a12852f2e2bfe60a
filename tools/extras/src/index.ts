import { readdirSync } from "node:fs";
import { join } from "node:path";
import { type Extras, installProject } from "./install.ts";

export { type Extras, installProject } from "./install.ts";
export { pnpmCommand } from "./pnpm.ts";

const projects = join(import.meta.dirname, "../projects");

/** Names of the projects below `projects/`. */
export const extraNames: readonly string[] = readdirSync(projects);

/**
 * Gives access to what only tests need, and installs it when it is asked for the first time. Await
 * it at the top of a module: a download may take longer than a test or hook is given.
 *
 * @param name A folder of `projects/`.
 * @throws Error if there is none of that name, or if it cannot be installed.
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
