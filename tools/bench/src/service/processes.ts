import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";

/** Running child process. */
export interface Started {
  readonly pid: number;
  /** Matched output of the program. */
  readonly said: string;
  /** Sends a message to a Node program that listens to them, and waits for the reply. */
  ask<Reply>(message: string | readonly object[]): Promise<Reply>;
  /** Stops it gracefully. */
  stop(): Promise<void>;
}

const START_MS = 120_000;
const STOP_MS = 60_000;

/** Children to kill if this process fails. */
const running = new Set<ChildProcess>();
process.once("exit", () => {
  for (const child of running) {
    child.kill("SIGKILL");
  }
});
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => process.exit(1));
}

function spawnKept(
  file: string,
  args: readonly string[],
  hasMessages = false,
  options: SpawnOptions = {},
): ChildProcess {
  const messages = hasMessages ? (["ipc"] as const) : [];
  const child = spawn(file, args, { ...options, stdio: ["ignore", "pipe", "pipe", ...messages] });
  running.add(child);
  child.once("exit", () => running.delete(child));
  return child;
}

/**
 * Starts a program and waits for an output.
 *
 * @param expected Pattern of the output; its first group is returned.
 * @param hasMessages Whether it can be sent messages.
 * @param options Its folder and environment.
 * @throws Error with the last output if the program exits before.
 */
export async function start(
  file: string,
  args: readonly string[],
  expected: RegExp,
  hasMessages = false,
  options: Pick<SpawnOptions, "cwd" | "env"> = {},
): Promise<Started> {
  const child = spawnKept(file, args, hasMessages, options);
  const said = await new Promise<string>((resolve, reject) => {
    let text = "";
    const fail = (why: string) => reject(new Error(`${file} ${args[0]}: ${why}`));
    const timer = setTimeout(() => fail("did not start in time"), START_MS);
    const listen = (part: Buffer) => {
      text += part;
      const [, found] = expected.exec(text) ?? [];
      if (found === undefined) {
        return;
      }
      clearTimeout(timer);
      // The rest must be read, because a full pipe would block the program.
      for (const stream of [child.stdout, child.stderr]) {
        stream?.off("data", listen).resume();
      }
      resolve(found);
    };
    child.stdout?.on("data", listen);
    child.stderr?.on("data", listen);
    child.once("error", (error) => fail(error.message));
    child.once("exit", (code) => fail(text.trim().split("\n").at(-1) || `exit code ${code}`));
  });
  let isWanted = true;
  child.once("exit", (code, signal) => {
    if (isWanted) {
      console.error(`${file} ${args[0]} ended by itself: ${signal ?? `code ${code}`}`);
    }
  });
  return {
    pid: child.pid as number,
    said,
    async ask(message) {
      child.send(message);
      return (await once(child, "message"))[0];
    },
    async stop() {
      isWanted = false;
      if (child.exitCode !== null || child.signalCode !== null) {
        return;
      }
      const ended = once(child, "exit");
      child.kill("SIGTERM");
      const timer = setTimeout(() => child.kill("SIGKILL"), STOP_MS);
      await ended;
      clearTimeout(timer);
    },
  };
}

/**
 * Runs a program until it exits.
 *
 * @returns Duration in seconds.
 * @throws Error with the last output if it fails.
 */
export async function run(file: string, args: readonly string[]): Promise<number> {
  const from = performance.now();
  const child = spawnKept(file, args);
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (part) => {
      text += part;
    });
  }
  const [code] = await once(child, "close");
  if (code !== 0) {
    throw new Error(`${args[0]} ended with ${code}: ${text.trim()}`);
  }
  return (performance.now() - from) / 1000;
}
