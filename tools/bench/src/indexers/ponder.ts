import { join } from "node:path";
import { freePort } from "../../../../packages/server/test/support/free-port.ts";
import { start } from "../service/processes.ts";
import {
  type Chain,
  compareCounts,
  type Indexer,
  installIndexers,
  type Running,
} from "./indexer.ts";

interface Status {
  readonly local?: { readonly block: { readonly number: number } };
}

/** Ponder. */
export const ponder: Indexer = {
  name: "Ponder",
  engines: ["PostgreSQL", "PGlite"],
  start: startPonder,
};

async function startPonder(chain: Chain, place: string): Promise<Running> {
  const project = await installIndexers();
  const cwd = join(project.folder, "ponder");
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const args = [
    project.path("ponder", "dist", "esm", "bin", "ponder.js"),
    ...["start", "--schema", "bench", "--log-format", "json"],
    ...["--port", String(port), "--hostname", "127.0.0.1"],
  ];
  const env = {
    ...process.env,
    PONDER_TELEMETRY_DISABLED: "true",
    BENCH_RPC: chain.url,
    BENCH_DATABASE: place,
    BENCH_SENDERS: chain.senders.join(),
    BENCH_TOKEN: chain.token,
    BENCH_COLLECTION: chain.collection,
  };
  const { pid, stop } = await start(args, /(HTTP server)/, { cwd, env });
  return {
    pid,
    api: {
      transaction: (hash) => `${url}/transactions/${hash}`,
      page: (block) => `${url}/blocks/${block}/transactions`,
    },
    async isCaughtUp() {
      // While it indexes with PGlite, which runs in its own thread, it may be too busy to respond.
      const response = await fetch(`${url}/status`).catch(() => undefined);
      const status = (await response?.json()) as Status | undefined;
      return status?.local?.block.number === chain.tip;
    },
    async missing() {
      const response = await fetch(`${url}/counts`);
      return compareCounts((await response.json()) as Record<string, number>, chain);
    },
    stop,
  };
}
