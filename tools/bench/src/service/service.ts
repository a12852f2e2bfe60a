import { fileURLToPath } from "node:url";
import { NODE_CHAIN } from "./context.ts";
import { type Metrics, readMetrics } from "./metrics.ts";
import { run, start } from "./processes.ts";

/** Chain name of synthetic blocks; blocks of other chains are verified. */
export const MADE_UP_CHAIN = "polygon";
/** Arguments of Node, so that a program responds to "heap". */
const COLLECTING = ["--expose-gc", "--import", import.meta.resolve("./collector.ts")];
const TRUST = ["--trust", MADE_UP_CHAIN];

/** Executable of the service. */
const program = fileURLToPath(new URL("cli/main.js", import.meta.resolve("@chainkit/server")));

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
  const started = await start(process.execPath, [...COLLECTING, ...command], LISTENING, true);
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

/** Runs `import`. @returns Duration in seconds. */
export const importFiles = (folder: string, files: readonly string[]) =>
  run(process.execPath, [program, "import", "--data", folder, "--chain", NODE_CHAIN, ...files]);
