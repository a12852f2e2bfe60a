import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

const root = join(import.meta.dirname, "../../../..");

const SLOW_MS = 2_000;

/** Program and its arguments. */
export type Step = readonly [program: string, ...args: string[]];

/** Result of a program whose output was not shown. */
export interface Captured {
  readonly code: number;
  readonly output: string;
}

/** Turborepo sends no telemetry, and its compilers rarely collect garbage, which saves a sixth of their time. */
const env = { GOGC: "400", ...process.env, TURBO_TELEMETRY_DISABLED: "1" };

/**
 * Runs a program in the root of the repository, with the terminal of this process.
 *
 * @returns Its exit code.
 */
export async function run([program, ...args]: Step): Promise<number> {
  const child = spawn(program, args, {
    cwd: root,
    env,
    stdio: "inherit",
    shell: needsShell(program),
  });
  // A terminal interrupts the whole group: the program ends first, and decides how.
  const forward = (signal: NodeJS.Signals) => child.kill(signal);
  const ignore = () => {};
  process.on("SIGINT", ignore);
  process.on("SIGTERM", forward);
  const [code] = await once(child, "close");
  process.off("SIGINT", ignore);
  process.off("SIGTERM", forward);
  return code ?? 1;
}

/**
 * Runs a program in the root of the repository, and returns what it has printed.
 *
 * @param variables Environment variables that it gets in addition.
 */
export async function capture(
  [program, ...args]: Step,
  variables: Readonly<Record<string, string>> = {},
): Promise<Captured> {
  const child = spawn(program, args, {
    cwd: root,
    env: { ...env, ...variables },
    stdio: ["ignore", "pipe", "pipe"],
    shell: needsShell(program),
  });
  const printed: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => printed.push(chunk));
  }
  const [code] = await once(child, "close");
  return { code: code ?? 1, output: Buffer.concat(printed).toString() };
}

/** Programs of node_modules/.bin are scripts of the shell on Windows. */
function needsShell(program: string): boolean {
  return process.platform === "win32" && program !== process.execPath;
}

/** Runs programs one after the other until one fails. */
export async function inTurn(...steps: readonly (() => Promise<number>)[]): Promise<number> {
  for (const step of steps) {
    const code = await step();
    if (code !== 0) {
      return code;
    }
  }
  return 0;
}

/** Runs all programs at the same time, and waits for all, also after a failure. */
export async function atOnce(...steps: readonly (() => Promise<number>)[]): Promise<number> {
  const codes = await Promise.all(steps.map((step) => step()));
  return codes.find((code) => code !== 0) ?? 0;
}

/**
 * Runs tasks of Turborepo. What they print is shown only if one fails; if they take long, one line says so.
 *
 * @param options Options of `turbo run`.
 */
export async function turbo(tasks: readonly string[], options: readonly string[]): Promise<number> {
  const label = `Running ${tasks[0]} of all packages …`;
  const slow = setTimeout(() => console.error(label), SLOW_MS);
  const { code, output } = await capture([
    "turbo",
    "run",
    ...tasks,
    "--output-logs=errors-only",
    ...options,
  ]);
  clearTimeout(slow);
  if (code !== 0) {
    process.stderr.write(output);
  }
  return code;
}
