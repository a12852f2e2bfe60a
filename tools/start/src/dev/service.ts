import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { startDevChain } from "@chainkit/server/dev-chain";
import { repositoryRoot } from "@chainkit/spec";

/** The service over a local chain that outlives it. */
export interface DevService {
  readonly url: string;
  /** A token for subgraph management. */
  readonly token: string;
  /**
   * Ends the service and starts it again at the same address, as its files are now.
   *
   * @throws Error with what it printed, if it does not start.
   */
  restart(): Promise<void>;
  close(): Promise<void>;
}

const MAIN = join(repositoryRoot, "packages/server/src/cli/main.ts");
/** It reads the sources of the other packages, too. */
const NODE = ["--conditions=@chainkit/source", MAIN];
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
    (await promisify(execFile)(process.execPath, [...NODE, ...args, "--data", data])).stdout.trim();
  const token = await run("token", "create", "dev");
  await run(...SUBGRAPH);
  const serve = (at: number) =>
    startProcess([
      ...["serve", "--chain", `ethereum=${chain.rpcUrl}`, "--from", "0", "--poll", "100"],
      ...["--rate-anonymous", "0", "--rate-token", "0", "--cors", "*"],
      ...["--port", String(at), "--data", data],
    ]);
  let running = await serve(port);
  const { url } = running;
  return {
    url,
    token,
    async restart() {
      await stop(running.child);
      running = await serve(Number(new URL(url).port));
    },
    async close() {
      await stop(running.child);
      await chain.close();
      await rm(data, { recursive: true, force: true });
    },
  };
}

async function startProcess(args: string[]): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, [...NODE, ...args], { stdio: ["ignore", "pipe", "pipe"] });
  const { promise, resolve, reject } = Promise.withResolvers<{
    child: ChildProcess;
    url: string;
  }>();
  let output = "";
  const read = (chunk: Buffer) => {
    output = `${output}${chunk}`.slice(-10_000);
    const url = /listening at (http:\/\/[\d.:]+)/.exec(output)?.[1];
    if (url) {
      resolve({ child, url });
    }
  };
  child.stdout.on("data", read);
  child.stderr.on("data", read);
  child.once("error", reject);
  child.once("exit", () => reject(new Error(`the service does not start: ${output.trim()}`)));
  return promise;
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const ended = once(child, "exit");
    child.kill("SIGTERM");
    await ended;
  }
}
