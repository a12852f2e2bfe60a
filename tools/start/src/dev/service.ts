import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { startDevChain } from "@chainkit/server/dev-chain";
import { repositoryRoot } from "@chainkit/spec";
import { loadProcess, type ServiceProcess, SOURCES } from "./processes.ts";

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
  load(sourcesChanged: boolean): Promise<ServiceProcess>;
  /**
   * Ends the present process, and has the next one serve at its address, with the contract as it is now.
   *
   * @throws Error with what it printed, if it does not start; if it cannot be loaded, the present one stays.
   */
  replace(next: ServiceProcess): Promise<void>;
  close(): Promise<void>;
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
  let present = load(port);
  const url = await present.begin();
  const loadNext = () => load(Number(new URL(url).port));
  let ahead: ServiceProcess | undefined;
  return {
    url,
    token,
    isRunning: () => present.isRunning(),
    prepare() {
      ahead ??= loadNext();
    },
    async load(sourcesChanged) {
      const prepared = ahead;
      ahead = undefined;
      if (prepared?.isRunning() && !sourcesChanged) {
        return prepared;
      }
      await prepared?.stop();
      return loadNext();
    },
    async replace(next) {
      await next.loaded;
      await present.stop();
      present = next;
      await next.begin();
    },
    async close() {
      await Promise.all([present.stop(), ahead?.stop()]);
      await chain.close();
      await rm(data, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
