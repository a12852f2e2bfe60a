import { setTimeout as wait } from "node:timers/promises";
import { type Figure, shown } from "../../figures.ts";
import { markdown } from "../../report.ts";
import { startAnvil } from "../anvil.ts";
import { busyChain } from "../busy-chain.ts";
import { type BenchContext, NODE_CHAIN } from "../context.ts";
import { type LimitedProvider, limitedProvider } from "../limited-provider.ts";
import { growthOf, type Sample } from "../memory.ts";
import { pace } from "../pace.ts";
import { type Service, startService } from "../service.ts";
import { until } from "../until.ts";

const READS_PER_SECOND = 200;
const MB = 1e6;
const SHOWN_ROWS = 12;
const SETTLED_SECONDS = 60;
/** 503: balances of a wallet that have not been read yet. */
const EXPECTED = new Set([200, 400, 404, 503]);

/** Memory of the service during long reading and following. */
export async function soak(context: BenchContext): Promise<Figure[]> {
  const { soakMinutes, soakSample, provider: name } = context.effort;
  const anvil = await startAnvil();
  const provider = name === undefined ? undefined : await limitedProvider(anvil.url, name);
  try {
    const chain = await busyChain(anvil);
    const nodes = ["--chain", `${NODE_CHAIN}=${provider?.url ?? anvil.url}`, "--from", "0"];
    const service = await startService(await context.folder(), ...nodes);
    try {
      const seconds = soakMinutes * 60;
      const statuses = new Map<number, number>();
      // A block that the service has not read yet is not reorganised; the first is block 0.
      while ((await service.metrics()).sum("chainkit_blocks_total") <= chain.head()) {
        await wait(100);
      }
      const stop = chain.start();
      const [samples] = await Promise.all([
        watch(service, seconds, soakSample),
        pace(
          READS_PER_SECOND,
          seconds,
          (count) => service.url + chain.pathOf(count),
          (status) => {
            statuses.set(status, (statuses.get(status) ?? 0) + 1);
          },
        ),
      ]);
      await stop();
      const settled = provider ? [await untilSettled(service, provider)] : [];
      const wrong = [...statuses].find(([status]) => !EXPECTED.has(status));
      if (wrong) {
        throw new Error(`${wrong[1]} reads returned status ${wrong[0]}`);
      }
      return [figure(samples, soakMinutes, statuses, await service.metrics()), ...settled];
    } finally {
      await service.stop();
    }
  } finally {
    provider?.stop();
    await anvil.stop();
  }
}

/** Time after the last block until all balances are those of that block. */
async function untilSettled(service: Service, provider: LimitedProvider): Promise<Figure> {
  const from = performance.now();
  const isSettled = async () => {
    const metrics = await service.metrics();
    return metrics.sum("chainkit_lag_blocks") + metrics.sum("chainkit_balances_dirty") === 0;
  };
  await until("all balances are read", 100, isSettled);
  const seconds = (performance.now() - from) / 1000;
  const [refused, served] = [provider.refused(), provider.served()];
  return {
    what: "balances behind a provider that limits calls, to the aim",
    ratio: SETTLED_SECONDS / seconds,
    values: { seconds, refused, served },
    text: `${shown(seconds)} s`,
    aim: {
      what: `balances settle within ${SETTLED_SECONDS} s after the last block: ${shown(seconds)} s`,
      met: seconds <= SETTLED_SECONDS,
    },
  };
}

async function watch(service: Service, seconds: number, everySeconds: number): Promise<Sample[]> {
  const samples: Sample[] = [];
  const start = performance.now();
  for (let due = 0; due <= seconds; due += everySeconds) {
    await wait(Math.max(0, start + due * 1000 - performance.now()));
    const metrics = await service.metrics();
    samples.push({
      minute: due / 60,
      rss: metrics.sum("process_resident_memory_bytes") / MB,
      heap: (await service.liveHeap()) / MB,
    });
  }
  return samples;
}

function figure(
  samples: readonly Sample[],
  minutes: number,
  statuses: ReadonlyMap<number, number>,
  metrics: Awaited<ReturnType<Service["metrics"]>>,
): Figure {
  const rss = growthOf(samples, "rss");
  const heap = growthOf(samples, "heap");
  const blocks = metrics.sum("chainkit_blocks_total");
  const reorgs = metrics.sum("chainkit_reorgs_total");
  const ratio = Math.max(rss.ratio, heap.ratio);
  const met = !(rss.grew || heap.grew);
  const every = Math.ceil(samples.length / SHOWN_ROWS);
  const rows = samples
    .filter((_, at) => at % every === 0 || at === samples.length - 1)
    .map((sample) => [sample.minute.toFixed(1), shown(sample.rss), shown(sample.heap)]);
  const reads = [...statuses].map(([status, count]) => `${shown(count)} × ${status}`).join(", ");
  return {
    what: `memory after ${minutes} minutes, to a quarter earlier`,
    ratio,
    values: { rss: rss.last, heap: heap.last, blocks, reorgs },
    text: `${shown(rss.last)} MB`,
    aim: { what: `memory does not grow: ${met ? "it did not" : "it did"}`, met },
    detail:
      `${shown(blocks)} blocks, ${shown(reorgs)} reorganisations; reads: ${reads}\n\n` +
      markdown([["minute", "resident, MB", "heap, MB"], ...rows]),
  };
}
