import { execFileSync } from "node:child_process";
import { relative, sep } from "node:path";
import type { TestProject } from "vitest/node";
import { pnpmCommand } from "./tools/repo/src/extras/npm.ts";

/**
 * Builds what the tests of a folder use, so that none of them sees a stale build, however it is run.
 * What is built already takes a second.
 */
export default function build(project: TestProject): void {
  // Turbo itself runs the tests, and has built before.
  if (process.env.TURBO_HASH) {
    return;
  }
  // Turbo wants a pnpm on the PATH, which pnpm itself puts there. It starts once for both tasks, of which the
  // second one alone takes the filter.
  const [program, ...first] = pnpmCommand();
  const folder = relative(import.meta.dirname, project.config.root).replaceAll(sep, "/");
  const filter = `--filter={./${folder}}...`;
  const args = [...first, "run", "--silent", "build", filter];
  execFileSync(program, args, {
    cwd: import.meta.dirname,
    env: { ...process.env, TURBO_PRINT_VERSION_DISABLED: "1" },
    // What a failed build prints is not mixed with the report of the tests.
    stdio: ["ignore", 2, "inherit"],
  });
}
