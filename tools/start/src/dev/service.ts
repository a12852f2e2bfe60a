import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { startDevChain } from "@chainkit/server/dev-chain";
import { repositoryRoot } from "@chainkit/spec";
import { begin, isRunning, loadProcess, SOURCES, stop, untilLoaded } from "./processes.ts";

/** The service over a local chain that outlives it. */
export interface DevService {
  readonly url: string;
  /** A token for subgraph management. */
  readonly token: string;
  /** Whether the present process runs. */
  isRunning(): boolean;
  /** Loads the next process ahead of the next edit, while the present one serves. */
  prepare(): void;
  /**
   * Returns the next process: the one loaded ahead, or one that starts to load now.
   *
   * @param sourcesChanged Whether the sources of the service have changed since.
   */
  load(sourcesChanged: boolean): Promise<NextService>;
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

const MAIN = join(repositoryRoot, "packages/server/src/cli/main.ts");
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
  const loadNext = () => {
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
      isRunning: () => isRunning(next),
      discard: () => stop(next),
    };
  };
  let ahead: ReturnType<typeof loadNext> | undefined;
  return {
    url,
    token,
    isRunning: () => isRunning(child),
    prepare() {
      ahead ??= loadNext();
    },
    async load(sourcesChanged) {
      const prepared = ahead;
      ahead = undefined;
      if (prepared && !sourcesChanged && prepared.isRunning()) {
        return prepared;
      }
      await prepared?.discard();
      return loadNext();
    },
    async close() {
      await Promise.all([stop(child), ahead?.discard()]);
      await chain.close();
      await rm(data, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
