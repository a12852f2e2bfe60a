import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { NODE_CHAIN } from "./context.ts";
import { start } from "./processes.ts";

/** Chain name of synthetic blocks; blocks of other chains are verified. */
export const MADE_UP_CHAIN = "polygon";
/** Arguments of Node, so that a program responds to "heap". */
const COLLECTING = ["--expose-gc", "--import", import.meta.resolve("./collector.ts")];
const TRUST = ["--trust", MADE_UP_CHAIN];

/** Executable of the service. */
const program = join(import.meta.dirname, "../../../../packages/server/dist/cli/main.js");

/** Metrics of a service at one point in time. */
export interface Metrics {
  /** Sum of a metric over all labels; 0 if it does not exist. */
  sum(name: string): number;
}

/** Running service. */
export interface Service {
  readonly url: string;
  readonly pid: number;
  /** Reads its metrics. */
  metrics(): Promise<Metrics>;
  /** Processor time of all threads, in seconds. */
  cpuSeconds(): Promise<number>;
  /** Bytes of the heap of the thread of the requests that are in use, without garbage. */
  liveHeap(): Promise<number>;
  stop(): Promise<void>;
}

/** Whether something is kept in PostgreSQL, rather than in files. */
export const isDatabase = (storage: string): boolean => storage.startsWith("postgres:");

/** Line that the service prints once it listens. */
const LISTENING = /listening at (http\S+)/;

/**
 * Runs `serve` on a free port, without rate limits and log.
 *
 * @param storage Data folder, or URL of a PostgreSQL database.
 * @param args Additional arguments.
 */
export async function startService(storage: string, ...args: readonly string[]): Promise<Service> {
  const settings = ["--rate-anonymous", "0", "--log-level", "silent", "--port", "0"];
  const place = [isDatabase(storage) ? "--database" : "--data", storage];
  const command = [program, "serve", ...TRUST, ...place, ...settings, ...args];
  const started = await start([...COLLECTING, ...command], LISTENING, { hasMessages: true });
  const { said: url, pid, stop } = started;
  const metrics = () => readMetrics(url);
  return {
    url,
    pid,
    metrics,
    cpuSeconds: async () => (await metrics()).sum("process_cpu_seconds_total"),
    liveHeap: () => started.ask("heap"),
    stop,
  };
}

/** Reads `/metrics`. */
export async function readMetrics(url: string): Promise<Metrics> {
  const response = await fetch(`${url}/metrics`);
  const values = new Map<string, number>();
  for (const line of (await response.text()).split("\n")) {
    const [, name = "", value] = /^(\w+)(?:\{.*\})? (\S+)$/.exec(line) ?? [];
    values.set(name, (values.get(name) ?? 0) + Number(value));
  }
  return { sum: (name) => values.get(name) ?? 0 };
}

/** Runs `import`. @returns Duration in seconds. @throws Error with its output if it fails. */
export async function importFiles(folder: string, files: readonly string[]): Promise<number> {
  const from = performance.now();
  const args = [program, "import", "--data", folder, "--chain", NODE_CHAIN, ...files];
  await promisify(execFile)(process.execPath, args, { maxBuffer: 2 ** 26 });
  return (performance.now() - from) / 1000;
}
