import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

const cli = fileURLToPath(new URL("../../src/cli/main.ts", import.meta.url));

/** A command that was started, and ends with the test at the latest. */
export interface Run {
  readonly child: ChildProcess;
  readonly code: Promise<number | null>;
  readonly output: () => string;
  /** Resolves with the match when the output has it. */
  until(pattern: RegExp): Promise<RegExpExecArray>;
}

/** Runs the command line from its source. */
export function run(args: readonly string[], env: Record<string, string> = {}, user?: number): Run {
  return runScript(cli, args, env, user);
}

/** Runs a script with Node. */
export function runScript(
  script: string,
  args: readonly string[] = [],
  env: Record<string, string> = {},
  user?: number,
): Run {
  const child = spawn(process.execPath, [script, ...args], {
    env: { ...process.env, ...env },
    ...(user === undefined ? {} : { uid: user }),
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      output += text;
    });
  }
  const code = once(child, "close").then(([status]) => status as number | null);
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await code;
  });
  const until = async (pattern: RegExp) => {
    for (let tries = 0; tries < 400; tries++) {
      const match = pattern.exec(output);
      if (match) {
        return match;
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`no ${pattern} in: ${output}`);
  };
  return { child, code, output: () => output, until };
}

/** Runs a command to its end. */
export async function finished(args: readonly string[], env?: Record<string, string>) {
  const { code, output } = run(args, env);
  return { code: await code, output: output() };
}
