import { existsSync } from "node:fs";
import { chmod, mkdtemp, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { runProgram } from "./support/postgres/program.ts";
import { scratchFolder } from "./support/scratch-folder.ts";

/**
 * Gives the workers a folder for the data of their PostgreSQL servers, and ends these servers when all tests have
 * run: a worker itself is killed, and cannot.
 */
export default async function setup(
  project: Pick<TestProject, "provide">,
): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(scratchFolder, "chainkit-postgres-servers-"));
  // PostgreSQL may run as another user.
  await chmod(folder, 0o755);
  project.provide("postgresFolder", folder);
  return async () => {
    for (const name of await readdir(folder)) {
      const data = join(folder, name);
      if (existsSync(join(data, "postmaster.pid"))) {
        await runProgram("pg_ctl", ["stop", "-D", data, "-m", "immediate"]);
      }
    }
    await rm(folder, { recursive: true, force: true });
  };
}
