import type { Figure } from "../figures.ts";
import { readAll } from "../read-all.ts";
import { cpuSecondsOf } from "../service/process-tree.ts";
import type { Hex } from "../service/traffic.ts";
import type { CaughtUp } from "./catch-up.ts";
import type { Chain } from "./indexer.ts";

/** Share of the requests that are sent before, so that programs are compiled. */
const WARM_UP = 0.2;

/** Measures the processor time of reads, that of the database included; each record is requested once. */
export async function measureReads(
  { running, store }: Pick<CaughtUp, "running" | "store">,
  { transactions, tip }: Chain,
  count: number,
): Promise<Figure["values"]> {
  const { api, pid } = running;
  if (api === undefined) {
    return {};
  }
  const pids = [pid, ...store.pids];
  const blocks = Array.from({ length: tip - 1 }, (_, at) => at + 2);
  const hashes = spread(transactions, count);
  return {
    "transaction µs": await microsPerRead(pids, hashes.map(api.transaction)),
    "page of 100 µs": await microsPerRead(pids, blocks.map(api.page)),
  };
}

/** Chooses records from the whole chain, in no order that a cache could profit from. */
export function spread(transactions: readonly Hex[], count: number): Hex[] {
  const step = Math.max(1, Math.floor(transactions.length / count));
  return transactions.filter((_, at) => at % step === 0).toSorted();
}

async function microsPerRead(pids: readonly number[], urls: readonly string[]) {
  const first = Math.ceil(urls.length * WARM_UP);
  await readAll(urls.slice(0, first));
  const from = await cpuSecondsOf(pids);
  await readAll(urls.slice(first));
  return (((await cpuSecondsOf(pids)) - from) / (urls.length - first)) * 1e6;
}
