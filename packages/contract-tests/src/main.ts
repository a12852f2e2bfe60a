import { writeFile } from "node:fs/promises";
import { readArguments } from "./arguments.ts";
import { helpText } from "./help.ts";
import { githubAnnotations } from "./report/github.ts";
import { junit } from "./report/junit.ts";
import { Progress, type Terminal } from "./report/progress.ts";
import { reportText } from "./report/text.ts";
import { runContract } from "./run.ts";
import { loadWaivers } from "./waivers/waivers.ts";

/** What the command uses of its process. */
export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdout: Pick<Terminal, "write">;
  readonly stderr: Terminal;
}

/**
 * Runs a command line.
 *
 * @param args The arguments behind the program's name.
 * @param signal Interrupts the run, which then removes what it has created.
 * @returns The exit code.
 */
export async function main(
  args: readonly string[],
  process: Surroundings,
  signal?: AbortSignal,
): Promise<number> {
  try {
    return await run(args, process, signal);
  } catch (error) {
    process.stderr.write(`chainkit-contract: ${(error as Error).message}\n`);
    return 2;
  }
}

async function run(
  args: readonly string[],
  { env, stdout, stderr }: Surroundings,
  signal: AbortSignal | undefined,
): Promise<number> {
  const given = await readArguments(args, env);
  if (given.help) {
    // Sources that are not built yet have none to show.
    const waivers = given.options.specs ? [] : await loadWaivers().catch(() => []);
    stdout.write(helpText(waivers));
    return 0;
  }
  const progress = new Progress(stderr);
  const onResult = () => progress.add();
  const report = await runContract({ ...given.options, onResult, ...(signal && { signal }) });
  progress.clear();
  stdout.write(`${reportText(report, given.verbose)}\n`);
  if (given.github) {
    stdout.write(`${githubAnnotations(report)}\n`);
  }
  if (given.junit !== undefined) {
    await writeFile(given.junit, junit(report));
  }
  if (given.json !== undefined) {
    await writeFile(given.json, `${JSON.stringify(report, null, 2)}\n`);
  }
  return report.exitCode;
}
