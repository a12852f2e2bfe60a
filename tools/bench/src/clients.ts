import { execFile, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { readOperations } from "@chainkit/openapi";
import { bundleSpec, specFolder } from "@chainkit/spec";
import { type Figure, type Goal, ratioTable } from "./figures.ts";
import { defineMode } from "./mode.ts";
import {
  bundlePeer,
  type Connect,
  type Connected,
  FULL_PEERS,
  INSTALLED,
  PEERS,
  preparePeers,
} from "./peers.ts";
import { cpuMillis, type Effort, inTurn, perSecond } from "./rounds.ts";

const exec = promisify(execFile);
const BASELINE = "openapi-fetch";
const ROWS_PER_PAGE = 100;
/** `listed` pages are those of the whole listing. */
export const THOROUGH = { rounds: 25, millis: 60, processRounds: 9, listed: 100 };
export const QUICK = { rounds: 7, millis: 30, processRounds: 1, listed: 10 };
/** Two runs of the same code differ by as much. */
const NOISE = 0.03;

interface Resources extends Effort {
  /** Body of a small response. */
  readonly block: string;
  /** Pages of a listing, each with the cursor of the next one. */
  readonly pages: readonly string[];
}

/** A comparison of all clients, and the goal for the ratio of ours to openapi-fetch. */
interface Comparison {
  readonly what: string;
  readonly unit: string;
  readonly better: "more" | "less";
  readonly goal?: number;
  /** Figures by the name of the client. */
  measure(resources: Resources): Promise<ReadonlyMap<string, number>>;
}

export const COMPARISONS: Readonly<Record<string, Comparison>> = {
  stub: {
    what: "calls, stubbed `fetch`, small body",
    unit: "calls/s",
    better: "more",
    goal: 0.95,
    measure: stubbed,
  },
  loopback: {
    what: `calls over loopback, ${ROWS_PER_PAGE} rows`,
    unit: "calls/s",
    better: "more",
    measure: (resources) => overLoopback(resources, (client) => client.page()),
  },
  paging: {
    what: `whole listing, pages of ${ROWS_PER_PAGE} rows`,
    unit: "rows/s",
    better: "more",
    measure: wholeListings,
  },
  import: {
    what: "cold import, installed",
    unit: "ms",
    better: "less",
    goal: 2,
    measure: coldImport,
  },
};

/** Clients, compared with their peers. */
export const mode = defineMode<Resources>({
  measures: Object.fromEntries(
    Object.entries(COMPARISONS).map(([name, comparison]) => [
      name,
      async (resources) => [figureOf(comparison, await comparison.measure(resources))],
    ]),
  ),
  async open({ quick }) {
    await preparePeers();
    const effort = quick ? QUICK : THOROUGH;
    return { ...effort, ...(await bodies(effort.listed)) };
  },
  format: (figures) => ratioTable(figures, PEERS, BASELINE),
});

/** The row of a comparison, with its goals. */
export function figureOf(
  { what, unit, better, goal }: Comparison,
  found: ReadonlyMap<string, number>,
): Figure {
  const of = (name: string) => found.get(name) ?? Number.NaN;
  const ratio = of("chainkit") / of(BASELINE);
  const aim: Goal[] = FULL_PEERS.map((name) => {
    const times = of(name) / of("chainkit");
    return {
      what: `${what}: ${name} has ${times.toFixed(2)} × ours`,
      met: better === "more" ? times <= 1 + NOISE : times >= 1 - NOISE,
    };
  });
  if (goal !== undefined) {
    aim.unshift({
      what: `${what}: at ${better === "more" ? "least" : "most"} ${goal}: ${ratio.toFixed(2)}`,
      met: better === "more" ? ratio >= goal : ratio <= goal,
    });
  }
  const text = `${Math.round(of(BASELINE)).toLocaleString("en")} ${unit}`;
  return { what, ratio, values: Object.fromEntries(found), text, aim };
}

/** Bundles all clients, and connects them. */
async function connectAll(to: Parameters<Connect>[0]) {
  return Promise.all(
    PEERS.map(async (name) => {
      const url = pathToFileURL(await bundlePeer(name)).href;
      const module: { default: Connect } = await import(url);
      return { name, client: module.default(to) };
    }),
  );
}

async function stubbed(resources: Resources) {
  const headers = { "content-type": "application/json" };
  const fetch = async () => new Response(resources.block, { headers });
  const clients = await connectAll({ baseUrl: "http://localhost", fetch });
  const candidates = clients.map(({ name, client }) => ({ name, run: () => client.page() }));
  return perSecond(candidates, resources, cpuMillis);
}

async function overLoopback(resources: Resources, work: (client: Connected) => Promise<unknown>) {
  const server = fork(join(import.meta.dirname, "server.ts"));
  try {
    server.send(resources.pages);
    const [baseUrl] = await once(server, "message");
    const clients = await connectAll({ baseUrl });
    const candidates = clients.map(({ name, client }) => ({ name, run: () => work(client) }));
    return await perSecond(candidates, resources);
  } finally {
    server.disconnect();
  }
}

async function wholeListings(resources: Resources) {
  const rows = resources.pages.length * ROWS_PER_PAGE;
  const listings = await overLoopback(resources, async (client) => {
    const count = await client.count();
    if (count !== rows) {
      throw new Error(`a client counted ${count} rows instead of ${rows}`);
    }
  });
  return new Map([...listings].map(([name, rate]) => [name, rate * rows]));
}

async function coldImport({ processRounds }: Resources) {
  const candidates = await Promise.all(
    PEERS.map(async (name) => {
      const url = JSON.stringify(pathToFileURL(await bundlePeer(name, INSTALLED)).href);
      const script = `const start = performance.now(); await import(${url}); console.log(performance.now() - start);`;
      return { name, args: ["--input-type=module", "-e", script] };
    }),
  );
  return inTurn(candidates, processRounds, async ({ args }) =>
    Number((await exec(process.execPath, args)).stdout),
  );
}

/** Bodies of responses, from the examples of the contract. */
async function bodies(count: number): Promise<Pick<Resources, "block" | "pages">> {
  const [block] = await examplesOf("chain-data", "getBlock");
  const examples = await examplesOf("address-data", "getAddressTransactions");
  const shown = examples.flatMap(({ transactions }) => transactions);
  const transactions = Array.from({ length: ROWS_PER_PAGE }, (_, at) => shown[at % shown.length]);
  const pages = Array.from({ length: count }, (_, at) =>
    JSON.stringify({ cursor: at + 1 < count ? String(at + 1) : null, transactions }),
  );
  return { block: JSON.stringify(block), pages };
}

async function examplesOf(area: string, id: string) {
  const operations = readOperations(await bundleSpec(join(specFolder, `${area}.yaml`)));
  const responses = operations.find((operation) => operation.id === id)?.responses;
  const success = responses?.find(({ status }) => status === "200");
  return [...(success?.examples.values() ?? [])] as { transactions: unknown[] }[];
}
