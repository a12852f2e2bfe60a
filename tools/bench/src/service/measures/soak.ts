import { Agent } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { type Figure, markdown, shown } from "../../figures.ts";
import { getStatus } from "../../read-all.ts";
import { busyChain } from "../busy-chain.ts";
import { type BenchContext, NODE_CHAIN } from "../context.ts";
import { startNode } from "../node.ts";
import { type Metrics, type Service, startService } from "../service.ts";

/** Memory sample of a process, in MB. */
interface Sample {
  readonly minute: number;
  readonly rss: number;
  /** Without garbage. */
  readonly heap: number;
}

const READS_PER_SECOND = 200;
const CONNECTIONS = 64;
const MB = 1e6;
const SHOWN_ROWS = 12;
/** 503: balances of a wallet that have not been read yet. */
const EXPECTED = new Set([200, 400, 404, 503]);

/** Memory of the service during long reading and following. */
export async function soak(context: BenchContext): Promise<Figure[]> {
  const { soakMinutes, soakSample } = context.effort;
  const node = await startNode();
  try {
    const chain = await busyChain(node);
    const nodes = ["--chain", `${NODE_CHAIN}=${node.url}`, "--from", "0"];
    const service = await startService(await context.folder(), ...nodes);
    try {
      const seconds = soakMinutes * 60;
      // A block that the service has not read yet is not reorganised; the first is block 0.
      while ((await service.metrics()).sum("chainkit_blocks_total") <= chain.head()) {
        await wait(100);
      }
      const stop = chain.start();
      const [samples, statuses] = await Promise.all([
        watch(service, seconds, soakSample),
        read(seconds, (count) => service.url + chain.pathOf(count)),
      ]);
      await stop();
      const wrong = [...statuses].find(([status]) => !EXPECTED.has(status));
      if (wrong) {
        throw new Error(`${wrong[1]} reads returned status ${wrong[0]}`);
      }
      return [figure(samples, soakMinutes, statuses, await service.metrics())];
    } finally {
      await service.stop();
    }
  } finally {
    await node.stop();
  }
}

/** Reads at a constant rate, however late the responses are, and counts their statuses. */
async function read(seconds: number, urlOf: (count: number) => string) {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS, scheduling: "fifo" });
  const statuses = new Map<number, number>();
  const reads: Promise<unknown>[] = [];
  const start = performance.now();
  while (reads.length < seconds * READS_PER_SECOND) {
    const due = start + (reads.length / READS_PER_SECOND) * 1000;
    await wait(Math.max(0, due - performance.now()));
    const response = getStatus(agent, urlOf(reads.length)).then((status) =>
      statuses.set(status, (statuses.get(status) ?? 0) + 1),
    );
    // A failure is reported in the end.
    response.catch(() => {});
    reads.push(response);
  }
  await Promise.all(reads).finally(() => agent.destroy());
  return statuses;
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

/** The row of memory, with a table of its samples. */
export function figure(
  samples: readonly Sample[],
  minutes: number,
  statuses: ReadonlyMap<number, number>,
  metrics: Metrics,
): Figure {
  const rss = trendOf(samples.map((sample) => sample.rss));
  const heap = trendOf(samples.map((sample) => sample.heap));
  const blocks = metrics.sum("chainkit_blocks_total");
  const reorgs = metrics.sum("chainkit_reorgs_total");
  const ratio = Math.max(rss.ratio, heap.ratio);
  const met = ratio <= 1 + NOISE;
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

/** Noise between the minima of two quarters. */
const NOISE = 0.03;

/**
 * Compares the minima of the last two quarters: the first half is warm-up, and resident memory varies with garbage that is
 * not collected.
 *
 * @returns That of the last quarter, and its ratio to the one before.
 */
function trendOf(samples: readonly number[]) {
  const half = samples.slice(Math.floor(samples.length / 2));
  const middle = Math.floor(half.length / 2);
  const last = Math.min(...half.slice(middle));
  return { last, ratio: last / Math.min(...half.slice(0, middle)) };
}
