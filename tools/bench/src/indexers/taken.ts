import type { Figure } from "../figures.ts";
import { readAll } from "../read-all.ts";
import { cpuSecondsOf, usageOf } from "../service/process-tree.ts";
import { until } from "../service/processes.ts";
import type { Hex } from "../service/traffic.ts";
import { type Engine, openStore } from "../store.ts";
import type { Chain, Indexer } from "./indexer.ts";

/** Measured of each indexer, from an empty store until it has caught up. */
export const COLUMNS = ["wall s", "processor s", "memory MB", "disk MB"] as const;
/** Processor time of a read of each API. */
export const READS = ["transaction µs", "page of 100 µs"] as const;

const POLL_MS = 200;

/**
 * Measures what an indexer and its database take until it has caught up, and then to read records.
 *
 * @param folder An empty one.
 * @param reads Transactions that are read of its API, if it has one.
 * @throws Error if it lacks a part of the chain.
 */
export async function takenBy(
  indexer: Indexer,
  engine: Engine,
  chain: Chain,
  folder: string,
  reads: number,
): Promise<Figure["values"]> {
  await using started = new AsyncDisposableStack();
  const store = await openStore(engine, folder);
  started.defer(store.stop);
  const before = await usageOf(store.pids);
  const startedAt = performance.now();
  const running = await indexer.start(chain, store.place);
  started.defer(running.stop);
  const pids = [running.pid, ...store.pids];
  let memory = 0;
  const after = await until(`${indexer.name} has caught up`, POLL_MS, async () => {
    memory = Math.max(memory, (await usageOf(pids)).bytes);
    return (await running.isCaughtUp()) && usageOf(pids);
  });
  const values: Record<(typeof COLUMNS)[number], number> = {
    "wall s": (performance.now() - startedAt) / 1000,
    "processor s": after.cpuSeconds - before.cpuSeconds,
    "memory MB": memory / 1e6,
    "disk MB": (await store.size()) / 1e6,
  };
  const { api } = running;
  const pages = Array.from({ length: chain.tip - 1 }, (_, at) => at + 2);
  const transactions = spread(chain.transactions, reads);
  const ofReads: Partial<Record<(typeof READS)[number], number>> = api
    ? {
        "transaction µs": await microsPerRead(pids, transactions.map(api.transaction)),
        "page of 100 µs": await microsPerRead(pids, pages.map(api.page)),
      }
    : {};
  // Last, because it reads what would then have been read before.
  const [first, ...others] = await running.missing();
  if (first !== undefined) {
    throw new Error(`${indexer.name} has ${first}, and ${others.length} other errors`);
  }
  return { ...values, ...ofReads };
}

/** Chooses records from the whole chain, in no order that a cache could profit from. */
export function spread(transactions: readonly Hex[], count: number): Hex[] {
  const step = Math.max(1, Math.floor(transactions.length / count));
  return transactions.filter((_, at) => at % step === 0).toSorted();
}

/** Share of the requests that are sent before, so that programs are compiled. */
const WARM_UP = 0.2;

/** Processor time of reads, that of the database included; each record is requested once. */
async function microsPerRead(pids: readonly number[], urls: readonly string[]) {
  const first = Math.ceil(urls.length * WARM_UP);
  await readAll(urls.slice(0, first));
  const from = await cpuSecondsOf(pids);
  await readAll(urls.slice(first));
  return (((await cpuSecondsOf(pids)) - from) / (urls.length - first)) * 1e6;
}
