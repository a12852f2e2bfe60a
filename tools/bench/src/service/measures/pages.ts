import { join } from "node:path";
import { type Figure, percentile, rising, shown } from "../../figures.ts";
import type { BenchContext } from "../context.ts";
import { getStatus, keepAlive } from "../pace.ts";
import { start } from "../processes.ts";
import { type Service, startService } from "../service.ts";
import { SYNTHETIC_CHAIN } from "../synthetic.ts";
import { HOTTEST } from "../traffic.ts";
import { until } from "../until.ts";

const DEPTHS = ["first", "middle", "deepest"] as const;
/** Latencies in milliseconds, ascending. */
type Latencies = Readonly<Record<(typeof DEPTHS)[number], readonly number[]>>;

const AIM = 1.2;
const LISTING = `/${SYNTHETIC_CHAIN}/v1/address/${HOTTEST}/transactions`;

/** Pages of the hottest address, on an idle service and during ingest. */
export async function pages(context: BenchContext): Promise<Figure[]> {
  const folder = await context.synthetic();
  const { pageReads } = context.effort;
  const idle = await startService(folder);
  const paths = await findPages(idle);
  const atRest = await ask(idle, paths, pageReads).finally(() => idle.stop());

  const perBlock = String(context.effort.syntheticPerBlock);
  const program = join(import.meta.dirname, "../synthetic-node.ts");
  const node = await start(process.execPath, [program, perBlock], /listening on (\S+)/);
  try {
    const busy = await startService(folder, "--chain", `${SYNTHETIC_CHAIN}=${node.said}`);
    try {
      const added = async () => (await busy.metrics()).sum("chainkit_transactions_total");
      await until("blocks come in", 20, async () => (await added()) > 0);
      const [before, from] = [await added(), performance.now()];
      let during: Latencies;
      do {
        during = await ask(busy, paths, pageReads);
        // Blocks come in batches; a short run may end before the next one.
      } while ((await added()) === before);
      const perSecond = ((await added()) - before) / ((performance.now() - from) / 1000);
      const load = `${shown(perSecond)} transactions/s coming in`;
      return [
        depth("idle", paths.count, atRest),
        depth(`with ${load}`, paths.count, during),
        slowdown(atRest, during, perSecond),
      ];
    } finally {
      await busy.stop();
    }
  } finally {
    await node.stop();
  }
}

interface Pages extends Readonly<Record<(typeof DEPTHS)[number], string>> {
  readonly count: number;
}

/** Reads the whole listing; all of its pages are full. */
async function findPages({ url }: Service): Promise<Pages> {
  const paths: string[] = [];
  let cursor: string | null = null;
  do {
    paths.push(cursor ? `${LISTING}?cursor=${encodeURIComponent(cursor)}` : LISTING);
    const response = await fetch(url + paths.at(-1));
    ({ cursor } = (await response.json()) as { cursor: string | null });
  } while (cursor);
  const [first = "", middle = "", deepest = ""] = [0, paths.length >> 1, -1].map((at) =>
    paths.at(at),
  );
  return { first, middle, deepest, count: paths.length };
}

/** Requests each page in turn, one at a time. */
async function ask({ url }: Service, paths: Pages, count: number): Promise<Latencies> {
  const agent = keepAlive(1);
  const taken: Record<(typeof DEPTHS)[number], number[]> = { first: [], middle: [], deepest: [] };
  for (let round = -10; round < count; round += 1) {
    for (const name of DEPTHS) {
      const from = performance.now();
      const status = await getStatus(agent, url + paths[name]);
      if (status !== 200) {
        throw new Error(`${paths[name]} returned status ${status}`);
      }
      if (round >= 0) {
        taken[name].push(performance.now() - from);
      }
    }
  }
  agent.destroy();
  return {
    first: rising(taken.first),
    middle: rising(taken.middle),
    deepest: rising(taken.deepest),
  };
}

const middle = (latencies: readonly number[]) => percentile(latencies, 0.5);
const p99 = (latencies: readonly number[]) => percentile(latencies, 0.99);

function depth(when: string, count: number, { first, middle: half, deepest }: Latencies): Figure {
  const ratio = middle(deepest) / middle(first);
  const all = [first, half, deepest].map((latencies) => shown(middle(latencies)));
  const slow = [first, half, deepest].map((latencies) => shown(p99(latencies)));
  return {
    what: `deepest page of 100 rows to the first, ${when}`,
    ratio,
    values: { first: middle(first), middle: middle(half), deepest: middle(deepest), count },
    text:
      `first, middle and deepest of ${shown(count)} pages: p50 ${all.join(", ")} ms, ` +
      `p99 ${slow.join(", ")} ms`,
    aim: {
      what: `the deepest page takes at most ${AIM} × the first, ${when}: ${ratio.toFixed(2)}`,
      met: ratio <= AIM,
    },
  };
}

function slowdown({ first: idle }: Latencies, { first }: Latencies, perSecond: number): Figure {
  return {
    what: "first page while blocks come in, to idle",
    ratio: middle(first) / middle(idle),
    values: {
      idle: middle(idle),
      ingesting: middle(first),
      idleP99: p99(idle),
      ingestingP99: p99(first),
      perSecond,
    },
    text:
      `p50 ${shown(middle(first))} to ${shown(middle(idle))} ms, ` +
      `p99 ${shown(p99(first))} to ${shown(p99(idle))} ms`,
  };
}
