import { type ChildProcess, type SpawnOptionsWithoutStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

export const CLI = fileURLToPath(new URL("../../src/cli/main.ts", import.meta.url));

/** A busy machine prints late. */
const PATIENCE_MS = 200_000;

/** A command that was started. */
export interface Run {
  readonly child: ChildProcess;
  readonly code: Promise<number | null>;
  readonly output: () => string;
  readonly errors: () => string;
  /** Resolves with the match when the output has it. @throws Error with the output, once it has ended without. */
  until(pattern: RegExp): Promise<RegExpExecArray>;
}

/** Runs the command line from its source, until the test ends. */
export function run(args: readonly string[], env: Record<string, string> = {}, user?: number): Run {
  return runScript(CLI, args, env, user);
}

/** Runs a script by Node, until the test ends. */
export function runScript(
  script: string,
  args: readonly string[] = [],
  env: Record<string, string> = {},
  user?: number,
): Run {
  const started = runProgram(process.execPath, [script, ...args], {
    env: { ...process.env, ...env },
    ...(user === undefined ? {} : { uid: user }),
  });
  onTestFinished(async () => {
    started.child.kill("SIGKILL");
    await started.code;
  });
  return started;
}

/** Runs a program, which the caller ends. */
export function runProgram(
  program: string,
  args: readonly string[],
  options: SpawnOptionsWithoutStdio = {},
): Run {
  const child = spawn(program, args, options);
  let [output, errors] = ["", ""];
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      errors += stream === child.stderr ? text : "";
    });
  }
  const code = once(child, "close").then(([status]) => status as number | null);
  const until = (pattern: RegExp) =>
    new Promise<RegExpExecArray>((resolve, reject) => {
      const fail = (why: string) => reject(new Error(`${why}: no ${pattern} in: ${output}`));
      const timer = setTimeout(fail, PATIENCE_MS, "not in time");
      const look = () => {
        const match = pattern.exec(output);
        if (match) {
          clearTimeout(timer);
          resolve(match);
        }
      };
      for (const stream of [child.stdout, child.stderr]) {
        stream.on("data", look);
      }
      code.then((status) => {
        clearTimeout(timer);
        fail(`ended with ${status}`);
      });
      look();
    });
  return { child, code, output: () => output, errors: () => errors, until };
}

/** Runs `serve` on a free port until the test ends. @returns It and its URL, once it listens. */
export async function startServe(
  args: readonly string[],
  env?: Record<string, string>,
  user?: number,
) {
  const service = run(["serve", "--port", "0", ...args], env, user);
  const [, url = ""] = await service.until(/chainkit-server listening at (http:\S+)/);
  return { ...service, url };
}

/** Runs a command to its end. @param input Its standard input. */
export async function finished(
  args: readonly string[],
  env?: Record<string, string>,
  input?: Buffer,
) {
  const { child, code, output, errors } = run(args, env);
  child.stdin?.end(input);
  return { code: await code, output: output(), errors: errors() };
}
