import { toQuantity } from "@chainkit/server/abi";
import { type Figure, type Goal, markdown, shown } from "../figures.ts";
import { defineMode, type Measure } from "../mode.ts";
import { cpuMillis } from "../rounds.ts";
import { type BenchContext, createContext, QUICK, THOROUGH } from "../service/context.ts";
import type { Engine } from "../store.ts";
import { type CatchUp, catchUp } from "./catch-up.ts";
import { chainkit } from "./chainkit.ts";
import { type Chain, type Indexer, installIndexers, type Running, readChain } from "./indexer.ts";
import { ponder } from "./ponder.ts";
import { measureReads } from "./reads.ts";
import { sqd } from "./sqd.ts";

interface Resources {
  readonly context: BenchContext;
  readonly chain: Chain;
  /** Transactions that are read of each API. */
  readonly reads: number;
  /** What ours took with SQLite, to which the others are compared. */
  ours?: Figure["values"];
}

const OURS = "chainkit, SQLite";
const LEAST_OF_BARE = 0.9;
const MOST_CPU_SECONDS = 4.5;
/** Blocks in flight, as many as `serve` fetches at once from a node that is near. */
const CONCURRENT = 8;

/** Measured of each indexer. */
const COLUMNS = ["wall s", "processor s", "memory MB", "disk MB"] as const;
/** Processor time of a read of each API. */
const READS = ["transaction µs", "page of 100 µs"] as const;

/** Indexers of the same chain, from an empty store until they have caught up, and reads of it. */
export const mode = defineMode<Resources>({
  measures: Object.fromEntries([
    ...[chainkit, sqd, ponder].flatMap((indexer) =>
      indexer.engines.map((engine) => [
        `${indexer.name}-${engine}`.toLowerCase(),
        measureOrFail(indexer, engine),
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
    try {
      return { context, chain: await readChain(context), reads: quick ? 400 : 3_000 };
    } catch (error) {
      await context.close();
      throw error;
    }
  },
  close: ({ context }) => context.close(),
  format: indexersTable,
});

/** Makes a failure a row of its own, so that it does not cost those of the others. */
function measureOrFail(indexer: Indexer, engine: Engine): Measure<Resources> {
  const what = `${indexer.name}, ${engine}`;
  return async (resources) => {
    try {
      return await measureIndexer(indexer, engine, what, resources);
    } catch (error) {
      console.error(error);
      const text = `failed: ${error instanceof Error ? error.message : error}`;
      const aim = { what: `${what} ${text}`, met: false };
      return [{ what, ratio: null, values: { "wall s": Number.NaN }, text, aim }];
    }
  };
}

async function measureIndexer(
  indexer: Indexer,
  engine: Engine,
  name: string,
  resources: Resources,
): Promise<Figure[]> {
  const { context, chain, reads } = resources;
  const caughtUp = await catchUp(indexer, engine, chain, await context.folder());
  try {
    const values = valuesOf(caughtUp.taken);
    if (name === OURS) {
      resources.ours = values;
    }
    const ofReads = await measureReads(caughtUp, chain, reads);
    // Last, because it reads what would then have been read before.
    await check(name, caughtUp.running);
    const aim = aimsOf(name, values, resources.ours);
    return [{ what: name, ratio: null, values: { ...values, ...ofReads }, text: "", aim }];
  } finally {
    await caughtUp.stop();
  }
}

/** @throws Error if it lacks a part of the chain. */
async function check(name: string, running: Running): Promise<void> {
  const [first, ...others] = await running.missing();
  if (first !== undefined) {
    throw new Error(`${name} has ${first}, and ${others.length} other errors`);
  }
}

function valuesOf({ seconds, cpuSeconds, memory, disk }: CatchUp): Figure["values"] {
  return {
    "wall s": seconds,
    "processor s": cpuSeconds,
    "memory MB": memory / 1e6,
    "disk MB": disk / 1e6,
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
async function measureBare({ chain, ours }: Resources): Promise<Figure[]> {
  const cpuBefore = cpuMillis();
  const startedAt = performance.now();
  await fetchBare(chain);
  const seconds = (performance.now() - startedAt) / 1000;
  const values = { "wall s": seconds, "processor s": (cpuMillis() - cpuBefore) / 1000 };
  const bare = { what: "blocks fetched bare", values };
  if (ours === undefined) {
    return [{ ...bare, ratio: null, text: "" }];
  }
  const ratio = seconds / (ours["wall s"] ?? Number.NaN);
  const aim = {
    what: `at least ${LEAST_OF_BARE} of the speed of fetching bare: ${shown(ratio)}`,
    met: ratio >= LEAST_OF_BARE,
  };
  return [{ ...bare, ratio, text: "", aim }];
}

async function fetchBare({ url, tip }: Chain): Promise<void> {
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
