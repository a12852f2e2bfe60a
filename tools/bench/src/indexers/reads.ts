import { type Figure, shown } from "../figures.ts";
import { cpuSecondsOf } from "../service/process-tree.ts";
import type { Hex } from "../service/traffic.ts";
import type { CaughtUp } from "./catch-up.ts";
import type { Chain } from "./chain.ts";
import type { Request } from "./indexer.ts";

const CALLERS = 16;
/** Share of the requests that are sent before, so that programs are compiled. */
const WARM_UP = 0.2;

/** Measures the processor time of reads, that of the database included; each record is requested once of an API. */
export async function measureReads(
  name: string,
  { running, store }: Pick<CaughtUp, "running" | "store">,
  { transactions, tip }: Chain,
  count: number,
): Promise<Figure[]> {
  const pids = [running.pid, ...store.pids];
  const figures: Figure[] = [];
  const chosen = spread(transactions, count);
  const blocks = Array.from({ length: tip - 1 }, (_, at) => at + 2);
  for (const api of running.apis) {
    const transaction = await microsPerRead(pids, chosen.map(api.transaction));
    const page = await microsPerRead(pids, blocks.map(api.page));
    figures.push({
      what: `${name}: ${api.name}`,
      ratio: null,
      values: { transaction, page },
      text: `transaction ${shown(transaction)} µs, page of 100 ${shown(page)} µs`,
    });
  }
  return figures;
}

/** Chooses records from the whole chain, in no order that a cache could profit from. */
export function spread(transactions: readonly Hex[], count: number): Hex[] {
  const step = Math.max(1, Math.floor(transactions.length / count));
  return transactions.filter((_, at) => at % step === 0).toSorted();
}

async function microsPerRead(pids: readonly number[], requests: readonly Request[]) {
  const first = Math.ceil(requests.length * WARM_UP);
  await readAll(requests.slice(0, first));
  const from = await cpuSecondsOf(pids);
  await readAll(requests.slice(first));
  return (((await cpuSecondsOf(pids)) - from) / (requests.length - first)) * 1e6;
}

/** @throws Error if a response is not 200, or an error of GraphQL. */
async function readAll(requests: readonly Request[]): Promise<void> {
  const left = requests.values();
  const caller = async () => {
    for (const { url, body } of left) {
      const headers = { "content-type": "application/json" };
      const response = await fetch(url, body ? { method: "POST", body, headers } : {});
      const text = await response.text();
      if (!response.ok || text.startsWith('{"errors"')) {
        throw new Error(`${url} returned ${response.status}: ${text.slice(0, 200)}`);
      }
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));
}
