import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join, posix, win32 } from "node:path";
import { fileURLToPath } from "node:url";
import { repositoryRoot } from "@chainkit/spec";

const PROCESS = join(repositoryRoot, "tools/start/src/dev/service-process.ts");
/** It reads the sources of the other packages, too. */
export const SOURCES = "--conditions=@chainkit/source";

/**
 * Starts a process that loads the service and waits for `begin`.
 *
 * @param args Arguments of the service.
 */
export function loadProcess(args: string[]): ChildProcess {
  return spawn(process.execPath, [SOURCES, PROCESS, ...args], {
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
}

/**
 * Waits until a process has loaded the service.
 *
 * @throws Error with what it printed, if it ends before.
 */
export async function untilLoaded(child: ChildProcess): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let output = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    output = `${output}${chunk}`.slice(0, 10_000);
  });
  child.once("message", () => resolve());
  child.once("close", () => reject(new Error(placeOf(output) ?? output.trim())));
  return promise;
}

/**
 * Finds the error in what Node prints: the place first, as a path or URL, and what is wrong below.
 *
 * @param root Folder that the path is relative to.
 * @param windows Whether paths are those of Windows.
 * @returns Place and error, or undefined if there is none.
 * @example
 * placeOf("file:///repo/src/block.ts:12\n…\nSyntaxError: …", "/repo"); // src/block.ts:12 SyntaxError: …
 */
export function placeOf(
  output: string,
  root: string = repositoryRoot,
  windows: boolean = process.platform === "win32",
): string | undefined {
  const [, place = "", line] = /^((?:file:\/\/|\/|[A-Za-z]:\\).*):(\d+)$/m.exec(output) ?? [];
  const problem = /^\s*(?:\w*Error.*|x .*)$/m.exec(output)?.[0];
  if (line === undefined || problem === undefined) {
    return undefined;
  }
  const file = place.startsWith("file:") ? fileURLToPath(place, { windows }) : place;
  return `${(windows ? win32 : posix).relative(root, file)}:${line} ${problem.trim()}`;
}

/**
 * Lets a loaded process serve.
 *
 * @returns Its URL.
 * @throws Error with what it printed, if it does not start.
 */
export async function begin(child: ChildProcess): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let output = "";
  const read = (chunk: Buffer) => {
    output = `${output}${chunk}`.slice(-10_000);
    const url = /listening at (http:\/\/[\d.:]+)/.exec(output)?.[1];
    if (url) {
      resolve(url);
    }
  };
  child.stdout?.on("data", read);
  child.stderr?.on("data", read);
  child.once("error", reject);
  // After what it printed was read: it may have ended before.
  child.once("close", () => reject(new Error(`the service does not start: ${output.trim()}`)));
  child.send("begin", () => {});
  return promise;
}

/** Whether a process has neither ended nor been killed. */
export const isRunning = (child: ChildProcess): boolean =>
  child.exitCode === null && child.signalCode === null;

/** Ends a process and waits until it has ended. */
export async function stop(child: ChildProcess): Promise<void> {
  if (isRunning(child)) {
    const ended = once(child, "exit");
    child.kill("SIGTERM");
    await ended;
  }
}
