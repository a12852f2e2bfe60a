import { join } from "node:path";
import { freePort } from "../../../../packages/server/test/support/free-port.ts";
import { start } from "../service/processes.ts";
import type { Chain } from "./chain.ts";
import { compareCounts, type Indexer, type Running } from "./indexer.ts";
import { installIndexers } from "./project.ts";

interface Status {
  readonly local?: { readonly block: { readonly number: number } };
}

/** Ponder. */
export const ponder: Indexer = {
  name: "Ponder",
  engines: ["PostgreSQL", "PGlite"],
  indexes: "blocks, transactions of known senders, transfers of known contracts",
  lacks: "balances, NFTs, transactions of other senders",
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
  const { pid, stop } = await start(process.execPath, args, /(HTTP server)/, false, { cwd, env });
  return {
    pid,
    apis: [
      {
        name: "Hono",
        transaction: (hash) => ({ url: `${url}/transactions/${hash}` }),
        page: (block) => ({ url: `${url}/blocks/${block}/transactions` }),
      },
      {
        name: "GraphQL",
        transaction: (hash) => graphql(url, `{ transaction(hash: "${hash}") { ${FIELDS} } }`),
        page: (block) => graphql(url, pageQuery(block)),
      },
    ],
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

const FIELDS = `hash blockNumber index timestamp from to value input nonce gas maxFeePerGas
  maxPriorityFeePerGas gasUsed effectiveGasPrice status`;

const pageQuery = (block: number) =>
  `{ transactions(where: { blockNumber: "${block}" }, orderBy: "index", limit: 100) { items { ${FIELDS} } } }`;

const graphql = (url: string, query: string) => ({
  url: `${url}/graphql`,
  body: JSON.stringify({ query }),
});
