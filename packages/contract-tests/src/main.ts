import { writeFile } from "node:fs/promises";
import { runProgram } from "@chainkit/command";
import { type Arguments, contractProgram, readArguments } from "./arguments.ts";
import { loadWaivers } from "./waivers.ts";

/** Where progress is shown: standard error. */
interface Terminal {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

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
  // Sources that are not built yet have none to show.
  const waivers = await loadWaivers().catch(() => []);
  const program = contractProgram(process, waivers);
  let exitCode = 0;
  program.action(async () => {
    exitCode = await run(await readArguments(program, process.env), process, signal);
  });
  const code = await runProgram("chainkit-contract", program, args, process);
  return code === 0 ? exitCode : 2;
}

async function run(
  given: Arguments,
  { stdout, stderr }: Surroundings,
  signal: AbortSignal | undefined,
): Promise<number> {
  // Neither help nor a wrong option needs the suite, which takes five times as long to load as the rest.
  const { runContract } = await import("./run.ts");
  const { githubAnnotations } = await import("./report/github.ts");
  const { junit } = await import("./report/junit.ts");
  const { reportText } = await import("./report/text.ts");
  const progress = createProgress(stderr);
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

/** Number of results between two updates. */
const STEP = 20;

/** Shows on a terminal how many results there are so far; elsewhere, nothing. */
export function createProgress(terminal: Terminal) {
  let done = 0;
  return {
    /** Counts a result. */
    add(): void {
      done += 1;
      if (terminal.isTTY && done % STEP === 0) {
        terminal.write(`\r${done} results`);
      }
    },
    /** Clears the line, so that the report begins at its start. */
    clear(): void {
      if (terminal.isTTY) {
        terminal.write("\r\x1b[K");
      }
    },
  };
}
