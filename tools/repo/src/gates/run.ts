import { execFile } from "node:child_process";
import { promisify } from "node:util";

const exec = promisify(execFile);

/** Output and exit code of a program. */
export interface Run {
  readonly code: number;
  readonly output: string;
}

/** Runs a program with a timeout of five minutes. */
export async function run(
  program: string,
  args: readonly string[],
  options: { cwd?: string; env?: Readonly<Record<string, string>> } = {},
): Promise<Run> {
  const { cwd, env } = options;
  const limits = {
    timeout: 300_000,
    maxBuffer: 2 ** 26,
    ...(cwd && { cwd }),
    ...(env && { env: { ...process.env, ...env } }),
  };
  try {
    const { stdout, stderr } = await exec(program, args, limits);
    return { code: 0, output: stdout + stderr };
  } catch (error) {
    const { code, stdout, stderr, message } = error as Error & {
      code: number | string;
      stdout?: string;
      stderr?: string;
    };
    if (typeof code !== "number") {
      return { code: -1, output: `${message}\n${stdout}${stderr}` };
    }
    return { code, output: `${stdout}${stderr}` };
  }
}
