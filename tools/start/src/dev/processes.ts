import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join, posix, win32 } from "node:path";
import { fileURLToPath } from "node:url";
import { repositoryRoot } from "@chainkit/spec";

const PROCESS = join(repositoryRoot, "tools/start/src/dev/service-process.ts");
/** It reads the sources of the other packages, too. */
export const SOURCES = "--conditions=@chainkit/source";

/** A process of the service. */
export interface ServiceProcess {
  readonly child: ChildProcess;
  /** Settles once the service is loaded. @throws Error with what it printed, if it ends before. */
  readonly loaded: Promise<void>;
  /** Whether it has neither ended nor been killed. */
  isRunning(): boolean;
  /** Lets it serve. @returns Its URL. @throws Error with what it printed, if it does not start. */
  begin(): Promise<string>;
  /** Ends it, and waits until it has ended. */
  stop(): Promise<void>;
}

/**
 * Starts a process that loads the service and waits for `begin`.
 *
 * @param args Arguments of the service.
 */
export function loadProcess(args: string[]): ServiceProcess {
  const child = spawn(process.execPath, [SOURCES, PROCESS, ...args], {
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  const loaded = Promise.withResolvers<void>();
  const serving = Promise.withResolvers<string>();
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk: Buffer) => {
      output = `${output}${chunk}`.slice(-100_000);
      const url = /listening at (http:\/\/[\d.:]+)/.exec(output)?.[1];
      if (url) {
        serving.resolve(url);
      }
    });
  }
  child.once("message", () => loaded.resolve());
  // After what it printed was read: it may have ended before.
  child.once("close", () => {
    loaded.reject(new Error(placeOf(output) ?? output.trim()));
    serving.reject(new Error(`the service does not start: ${output.trim()}`));
  });
  // It may be stopped before anybody waits for it.
  loaded.promise.catch(() => {});
  serving.promise.catch(() => {});
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  return {
    child,
    loaded: loaded.promise,
    isRunning,
    begin() {
      child.send("begin", () => {});
      return serving.promise;
    },
    async stop() {
      if (isRunning()) {
        const ended = once(child, "exit");
        child.kill("SIGTERM");
        await ended;
      }
    },
  };
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
