import { type Figure, median, percentile, rising, shown } from "../../figures.ts";
import { startBare } from "../bare.ts";
import type { BenchContext } from "../context.ts";
import type { Effort } from "../effort.ts";
import { pace } from "../pace.ts";
import { saturate } from "../saturate.ts";
import { startService } from "../service.ts";
import { SYNTHETIC_CHAIN, transactionHash } from "../synthetic.ts";

const AIM = 8_000;
const RATE = AIM / 2;
const AIM_MS = 10;
const PATHS = 16_000;
const BARE_PATHS = 2_000;
/** Share of the duration of latency measurements for which a turn sends to each server. */
const TURN = 0.2;
/** Reads that one server gets before the other one does, in 50 ms: a slower spell of the machine then affects both. */
const SLICE = 200;
/** Coprime to the other numbers, so that reads are spread over the store. */
const STRIDE = 7_919;

/** Point reads of a large store: maximum throughput, and latency at half of the goal. */
export async function load(context: BenchContext): Promise<Figure[]> {
  const { effort } = context;
  const { seconds, loadSeconds } = effort;
  const service = await startService(await context.synthetic());
  try {
    const paths = Array.from({ length: PATHS }, (_, count) => pathOf(count, effort));
    const requests = paths.map((path) => ({ path }));
    await saturate(service.url, requests, seconds);
    const cpu = await service.cpuSeconds();
    const full = await saturate(service.url, requests, loadSeconds);
    const perCpu = full.latencies.length / ((await service.cpuSeconds()) - cpu);
    const some = paths.slice(0, BARE_PATHS);
    const bare = await startBare(service.url, some);
    try {
      const turns = await inTurns(service.url, bare.url, some, effort);
      return [saturated(full.perSecond, perCpu, full.latencies), paced(turns)];
    } finally {
      await bare.stop();
    }
  } finally {
    await service.stop();
  }
}

/** Path of a transaction or block, spread over the store. */
function pathOf(count: number, effort: Effort): string {
  const { syntheticBlocks: blocks, syntheticPerBlock: perBlock } = effort;
  const place = (count * STRIDE) % (blocks * perBlock);
  const number = 1 + Math.floor(place / perBlock);
  return count % 2 === 0
    ? `/v2/${SYNTHETIC_CHAIN}/blocks/${number}`
    : `/v2/${SYNTHETIC_CHAIN}/transactions/${transactionHash(number, place % perBlock)}`;
}

/** Latencies of two servers in the same seconds, in milliseconds, ascending. */
interface Turn {
  readonly own: readonly number[];
  readonly bare: readonly number[];
}

/** Measures two servers at the same rate. They take turns in short slices, each with the same paths. */
async function inTurns(
  own: string,
  bare: string,
  paths: readonly string[],
  { loadSeconds: seconds, turns: count }: Effort,
): Promise<Turn[]> {
  const turns: Turn[] = [];
  for (let turn = 0; turn <= count; turn += 1) {
    const found = { own: [] as number[], bare: [] as number[] };
    const urlOf = (count: number) => {
      const slice = Math.floor(count / SLICE);
      const server = (slice + turn) % 2 === 0 ? own : bare;
      return server + paths[((slice >> 1) * SLICE + (count % SLICE)) % paths.length];
    };
    await pace(RATE, 2 * seconds * TURN, urlOf, (status, millis, asked) => {
      if (status !== 200) {
        throw new Error(`${asked} returned status ${status}`);
      }
      found[asked.startsWith(own) ? "own" : "bare"].push(millis);
    });
    turns.push({ own: rising(found.own), bare: rising(found.bare) });
  }
  // The first round is warm-up.
  return turns.slice(1);
}

function saturated(perSecond: number, perCpu: number, latencies: readonly number[]): Figure {
  const p99 = percentile(latencies, 0.99);
  return {
    what: "point reads of a large store, to the aim",
    ratio: perCpu / AIM,
    values: { perCpuSecond: perCpu, perSecond, p50: percentile(latencies, 0.5), p99 },
    text:
      `${shown(perCpu)} per processor second; ` +
      `with 32 callers that never pause ${shown(perSecond)} per second, p99 ${shown(p99)} ms`,
    aim: {
      what: `at least ${shown(AIM)} point reads/s on one core: ${shown(perCpu)}`,
      met: perCpu >= AIM,
    },
  };
}

/** Medians of the turns: a pause of the machine belongs to one turn, and would be the 99th percentile of all. */
function paced(turns: readonly Turn[]): Figure {
  const medianOf = (take: (turn: Turn) => number) => median(turns.map(take));
  const p50 = medianOf(({ own }) => percentile(own, 0.5));
  const p99 = medianOf(({ own }) => percentile(own, 0.99));
  const bareP50 = medianOf(({ bare }) => percentile(bare, 0.5));
  const bareP99 = medianOf(({ bare }) => percentile(bare, 0.99));
  const ratios = rising(
    turns.map(({ own, bare }) => percentile(own, 0.99) / percentile(bare, 0.99)),
  );
  const ratio = median(ratios);
  const [least = ratio, most = ratio] = [ratios[0], ratios.at(-1)];
  const worst = Math.max(...turns.map(({ own }) => own.at(-1) ?? 0));
  return {
    what: `p99 at ${shown(RATE)} point reads/s, to bare \`node:http\``,
    ratio,
    values: { p50, p99, worst, bareP50, bareP99, least, most },
    text:
      `p99 ${shown(p99)} to ${shown(bareP99)} ms, p50 ${shown(p50)} to ${shown(bareP50)} ms, ` +
      `worst ${shown(worst)} ms; ratios of ${turns.length} turns ${shown(least)} to ${shown(most)}`,
    aim: {
      what: `p99 under ${AIM_MS} ms at ${shown(RATE)} point reads/s: ${shown(p99)} ms`,
      met: p99 < AIM_MS,
    },
  };
}
