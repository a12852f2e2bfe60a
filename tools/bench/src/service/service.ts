import { fileURLToPath } from "node:url";
import { type Metrics, readMetrics } from "./metrics.ts";
import { run, start } from "./processes.ts";

/** The name by which blocks that are made up are served; those of other chains are verified. */
export const MADE_UP_CHAIN = "polygon";
const TRUST = ["--trust", MADE_UP_CHAIN];

/** The service's own program, as its users run it. */
const program = () =>
  fileURLToPath(new URL("cli/main.js", import.meta.resolve("@chainkit/server")));

/** A running service. */
export interface Service {
  readonly url: string;
  /** What it tells of itself now. */
  metrics(): Promise<Metrics>;
  /** The processor time it has used, all threads together, in seconds. */
  cpuSeconds(): Promise<number>;
  stop(): Promise<void>;
}

/**
 * Runs `serve` on a free port, without rate limits and log.
 *
 * @param folder The data folder.
 * @param args Further arguments.
 */
export async function startService(folder: string, ...args: readonly string[]): Promise<Service> {
  const settings = ["--rate-anonymous", "0", "--log-level", "silent", "--port", "0"];
  const command = [program(), "serve", ...TRUST, "--data", folder, ...settings, ...args];
  const { said: url, stop } = await start(process.execPath, command, /listening at (http\S+)/);
  const metrics = () => readMetrics(url);
  return {
    url,
    metrics,
    cpuSeconds: async () => (await metrics()).sum("process_cpu_seconds_total"),
    stop,
  };
}

/** Runs `import`. @returns How long it took, in seconds. */
export const importFiles = (folder: string, chain: string, files: readonly string[]) =>
  run(process.execPath, [
    program(),
    "import",
    ...TRUST,
    "--data",
    folder,
    "--chain",
    chain,
    ...files,
  ]);
