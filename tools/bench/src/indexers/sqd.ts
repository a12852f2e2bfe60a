import { join } from "node:path";
import { Client } from "pg";
import { freePort } from "../../../../packages/server/test/support/free-port.ts";
import { start } from "../service/processes.ts";
import { readMetrics } from "../service/service.ts";
import {
  type Chain,
  compareCounts,
  type Indexer,
  installIndexers,
  type Running,
} from "./indexer.ts";

/** The processor of SQD, which reads the node alone. */
export const sqd: Indexer = {
  name: "SQD",
  engines: ["PostgreSQL"],
  start: startSqd,
};

async function startSqd(chain: Chain, place: string): Promise<Running> {
  const project = await installIndexers();
  const port = await freePort();
  const cwd = join(project.folder, "sqd");
  const env = {
    ...process.env,
    DB_URL: place,
    BENCH_RPC: chain.url,
    BENCH_METRICS: String(port),
  };
  const { pid, stop } = await start(["main.js"], /(started)/, { cwd, env });
  return {
    pid,
    async isCaughtUp() {
      const metrics = await readMetrics(`http://127.0.0.1:${port}`).catch(() => undefined);
      return metrics?.sum("sqd_processor_last_block") === chain.tip;
    },
    missing: () => missing(place, chain),
    stop,
  };
}

async function missing(url: string, chain: Chain): Promise<string[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, number>>(
      `SELECT (SELECT count(*)::int FROM block) AS blocks,
        (SELECT count(*)::int FROM transaction) AS transactions,
        (SELECT count(*)::int FROM transfer) AS transfers`,
    );
    return compareCounts(rows[0] ?? {}, chain);
  } finally {
    await client.end();
  }
}
