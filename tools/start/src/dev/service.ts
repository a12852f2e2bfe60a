import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { promisify } from "node:util";
import { startDevChain } from "@chainkit/server/dev-chain";
import { repositoryRoot } from "@chainkit/spec";

/** The service over a local chain that outlives it. */
export interface DevService {
  readonly url: string;
  /** A token for subgraph management. */
  readonly token: string;
  /** Whether the present process runs. */
  isRunning(): boolean;
  /** Loads the next process, while the present one serves. */
  load(): NextService;
  close(): Promise<void>;
}

/** A process that is being loaded to replace the present one. */
export interface NextService {
  /**
   * Ends the present process and serves at its address, with the contract as it is now.
   *
   * @throws Error with what it printed, if it does not start; if it cannot be loaded, the present one stays.
   */
  start(): Promise<void>;
  /** Ends it; the present one stays. */
  discard(): Promise<void>;
}

const PROCESS = join(repositoryRoot, "tools/start/src/dev/service-process.ts");
const MAIN = join(repositoryRoot, "packages/server/src/cli/main.ts");
/** It reads the sources of the other packages, too. */
const SOURCES = "--conditions=@chainkit/source";
const SUBGRAPH = ["subgraph", "add", "token-transfers", "1.0.0"];

/**
 * Starts a local chain and the service, in a process of its own.
 *
 * @param port TCP port of the service; 0: a free one.
 */
export async function startService(port: number): Promise<DevService> {
  const [chain, data] = await Promise.all([
    startDevChain(),
    mkdtemp(join(tmpdir(), "chainkit-dev-")),
  ]);
  const run = async (...args: string[]) =>
    (
      await promisify(execFile)(process.execPath, [SOURCES, MAIN, ...args, "--data", data])
    ).stdout.trim();
  const token = await run("token", "create", "dev");
  await run(...SUBGRAPH);
  const load = (at: number) =>
    loadProcess([
      ...["serve", "--chain", `ethereum=${chain.rpcUrl}`, "--from", "0", "--poll", "100"],
      ...["--rate-anonymous", "0", "--rate-token", "0", "--cors", "*"],
      ...["--port", String(at), "--data", data],
    ]);
  let child = load(port);
  const url = await begin(child);
  return {
    url,
    token,
    isRunning: () => isRunning(child),
    load() {
      const next = load(Number(new URL(url).port));
      const loaded = untilLoaded(next);
      // It may be discarded.
      loaded.catch(() => {});
      return {
        async start() {
          await loaded;
          await stop(child);
          child = next;
          await begin(child);
        },
        discard: () => stop(next),
      };
    },
    async close() {
      await stop(child);
      await chain.close();
      await rm(data, { recursive: true, force: true });
    },
  };
}

/** Starts a process that waits for `begin`. */
function loadProcess(args: string[]): ChildProcess {
  return spawn(process.execPath, [SOURCES, PROCESS, ...args], {
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
}

/**
 * Waits until a process has loaded the service.
 *
 * @throws Error with what it printed, if it ends before.
 */
async function untilLoaded(child: ChildProcess): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let output = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    output = `${output}${chunk}`.slice(0, 10_000);
  });
  child.once("message", () => resolve());
  child.once("close", () => reject(new Error(placeOf(output) ?? output.trim())));
  return promise;
}

/** Node names the place first, and what is wrong below: `file:///…/block.ts:12\n…\nSyntaxError: …`. */
function placeOf(output: string): string | undefined {
  const place = /^(?:file:\/\/)?(\/.*:\d+)$/m.exec(output)?.[1];
  const problem = /^\s*(?:\w*Error.*|x .*)$/m.exec(output)?.[0];
  return place && problem && `${relative(repositoryRoot, place)} ${problem.trim()}`;
}

/**
 * Lets a loaded process serve.
 *
 * @returns Its URL.
 * @throws Error with what it printed, if it does not start.
 */
async function begin(child: ChildProcess): Promise<string> {
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

const isRunning = (child: ChildProcess) => child.exitCode === null && child.signalCode === null;

async function stop(child: ChildProcess): Promise<void> {
  if (isRunning(child)) {
    const ended = once(child, "exit");
    child.kill("SIGTERM");
    await ended;
  }
}
