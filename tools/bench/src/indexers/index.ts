import { toQuantity } from "@chainkit/server/abi";
import { type Figure, type Goal, markdown, shown } from "../figures.ts";
import { defineMode, type Measure } from "../mode.ts";
import { cpuMillis } from "../rounds.ts";
import { type BenchContext, createContext, QUICK, THOROUGH } from "../service/context.ts";
import type { Engine } from "../store.ts";
import { chainkit } from "./chainkit.ts";
import { type Chain, type Indexer, installIndexers, readChain } from "./indexer.ts";
import { ponder } from "./ponder.ts";
import { sqd } from "./sqd.ts";
import { COLUMNS, READS, takenBy } from "./taken.ts";

interface Resources {
  readonly context: BenchContext;
  readonly chain: Promise<Chain>;
  /** What ours took with SQLite, to which the others are compared. */
  ours?: Figure["values"] | undefined;
}

const OURS = "chainkit, SQLite";
const LEAST_OF_BARE = 0.9;
const MOST_CPU_SECONDS = 4.5;
/** Blocks in flight, as many as `serve` fetches at once from a node that is near. */
const CONCURRENT = 8;

/** Indexers of the same chain, from an empty store until they have caught up, and reads of it. */
export const mode = defineMode<Resources>({
  measures: Object.fromEntries([
    ...[chainkit, sqd, ponder].flatMap((indexer) =>
      indexer.engines.map((engine) => [
        `${indexer.name}-${engine}`.toLowerCase(),
        measureIndexer(indexer, engine),
      ]),
    ),
    ["bare", measureBare],
  ]),
  async open({ quick }) {
    if (process.platform !== "linux") {
      throw new Error("--peers reads processor time and memory from /proc: it needs Linux");
    }
    await installIndexers();
    const context = await createContext(quick ? QUICK : THOROUGH);
    return { context, chain: readChain(context) };
  },
  close: ({ context }) => context.close(),
  format: indexersTable,
});

/** Measures an indexer. A failure is a row of its own, so that it does not cost those of the others. */
export function measureIndexer(indexer: Indexer, engine: Engine): Measure<Resources> {
  const what = `${indexer.name}, ${engine}`;
  return async (resources) => {
    const { effort, folder } = resources.context;
    try {
      const chain = await resources.chain;
      const values = await takenBy(indexer, engine, chain, await folder(), effort.reads);
      if (what === OURS) {
        resources.ours = values;
      }
      return [{ what, ratio: null, values, text: "", aim: aimsOf(what, values, resources.ours) }];
    } catch (error) {
      console.error(error);
      const aim = { what: `${what} failed: ${error}`, met: false };
      return [{ what, ratio: null, values: {}, text: "", aim }];
    }
  };
}

/** Goals of ours, or that the other one is better in no column. */
export function aimsOf(name: string, values: Figure["values"], ours?: Figure["values"]): Goal[] {
  if (name === OURS) {
    const cpu = values["processor s"] ?? Number.NaN;
    const what = `at most ${MOST_CPU_SECONDS} processor seconds: ${shown(cpu)}`;
    return [{ what, met: cpu <= MOST_CPU_SECONDS }];
  }
  if (ours === undefined || name.startsWith("chainkit")) {
    return [];
  }
  return COLUMNS.map((column) => {
    const ratio = (values[column] ?? Number.NaN) / (ours[column] ?? Number.NaN);
    return { what: `${name} takes ${shown(ratio)} × ours of ${column}`, met: ratio >= 1 };
  });
}

/** Fetches the blocks without reading them: the least that an indexer can take. */
export async function measureBare({
  chain,
  ours,
}: Pick<Resources, "chain" | "ours">): Promise<Figure[]> {
  const { url, tip } = await chain;
  const cpuBefore = cpuMillis();
  const startedAt = performance.now();
  await fetchBare(url, tip);
  const seconds = (performance.now() - startedAt) / 1000;
  const values = { "wall s": seconds, "processor s": (cpuMillis() - cpuBefore) / 1000 };
  const bare = { what: "blocks fetched bare", ratio: null, values, text: "" };
  if (ours === undefined) {
    return [bare];
  }
  const ratio = seconds / (ours["wall s"] ?? Number.NaN);
  const aim = {
    what: `at least ${LEAST_OF_BARE} of the speed of fetching bare: ${shown(ratio)}`,
    met: ratio >= LEAST_OF_BARE,
  };
  return [{ ...bare, aim }];
}

async function fetchBare(url: string, tip: number): Promise<void> {
  const numbers = Array.from({ length: tip + 1 }, (_, number) => toQuantity(number)).values();
  const fetchNext = async () => {
    for (const number of numbers) {
      const body = JSON.stringify([
        { jsonrpc: "2.0", id: 0, method: "eth_getBlockByNumber", params: [number, true] },
        { jsonrpc: "2.0", id: 1, method: "eth_getBlockReceipts", params: [number] },
      ]);
      const headers = { "content-type": "application/json" };
      const response = await fetch(url, { method: "POST", headers, body });
      await response.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT }, fetchNext));
}

/** Formats what each indexer took to catch up, and what its reads take. */
export function indexersTable(figures: readonly Figure[]): string {
  const names = [...COLUMNS, ...READS];
  return markdown([
    ["", ...names],
    ...figures.map(({ what, values }) => [
      what,
      ...names.map((name) => shown(values[name] ?? Number.NaN)),
    ]),
  ]);
}
