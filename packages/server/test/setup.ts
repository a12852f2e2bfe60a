import { existsSync } from "node:fs";
import { appendFile, chmod, mkdtemp, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { processorTime } from "./support/postgres/processor-time.ts";
import { runProgram } from "./support/postgres/program.ts";
import { scratchFolder } from "./support/scratch-folder.ts";

/** File in which `test-time` wants the processor seconds of programs that outlive their parents. */
const { CHAINKIT_LEFT_SECONDS } = process.env;

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
        if (CHAINKIT_LEFT_SECONDS) {
          await appendFile(CHAINKIT_LEFT_SECONDS, `${await processorTime(data)}\n`);
        }
        await runProgram("pg_ctl", ["stop", "-D", data, "-m", "immediate"]);
      }
    }
    await rm(folder, { recursive: true, force: true });
  };
}
