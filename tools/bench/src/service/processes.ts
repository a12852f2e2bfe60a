import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as wait } from "node:timers/promises";

/** Running child process. */
export interface Started {
  readonly pid: number;
  /** Matched output of the program. */
  readonly said: string;
  /** Sends a message to a program that listens to them, and waits for the reply. */
  ask<Reply>(message: string | readonly object[]): Promise<Reply>;
  /** Stops it gracefully. */
  stop(): Promise<void>;
}

interface Options extends Pick<SpawnOptions, "cwd" | "env"> {
  /** Whether it can be sent messages. */
  readonly hasMessages?: true;
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

/**
 * Starts a program of Node and waits for an output.
 *
 * @param expected Pattern of the output; its first group is returned.
 * @throws Error with the last output if the program exits before.
 */
export async function start(
  args: readonly string[],
  expected: RegExp,
  { hasMessages, ...options }: Options = {},
): Promise<Started> {
  const messages = hasMessages ? (["ipc"] as const) : [];
  const stdio = ["ignore", "pipe", "pipe", ...messages] as const;
  const child = spawn(process.execPath, args, { ...options, stdio: [...stdio] });
  running.add(child);
  let isWanted = true;
  const said = await new Promise<string>((resolve, reject) => {
    let text = "";
    const fail = (why: string) => reject(new Error(`${args[0]}: ${why}`));
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
    child.once("exit", (code, signal) => {
      running.delete(child);
      fail(text.trim().split("\n").at(-1) || `exit code ${code}`);
      if (isWanted) {
        console.error(`${args[0]} ended by itself: ${signal ?? `code ${code}`}`);
      }
    });
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

const UNTIL_MS = 300_000;

/**
 * Polls until there is a result.
 *
 * @param what Description for the error.
 * @param look Returns the result; false if there is none yet.
 * @throws Error after five minutes.
 */
export async function until<Found>(
  what: string,
  pauseMs: number,
  look: () => Promise<Found | false>,
): Promise<Found> {
  const end = performance.now() + UNTIL_MS;
  while (performance.now() < end) {
    const found = await look();
    if (found !== false) {
      return found;
    }
    await wait(pauseMs);
  }
  throw new Error(`timed out waiting until ${what}`);
}
