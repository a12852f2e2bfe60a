import { type Figure, percentile, rising, shown } from "../figures.ts";
import { pace } from "../pace.ts";
import { saturate } from "../saturate.ts";
import { startService } from "../service.ts";
import { PER_BLOCK, SYNTHETIC_CHAIN, transactionHash } from "../synthetic.ts";
import type { World } from "../world.ts";

const AIM = 8_000;
const RATE = AIM / 2;
const AIM_MS = 10;
const PATHS = 16_000;
/** Prime to everything else here, so that reads go all over the store. */
const STRIDE = 7_919;

/** Point reads of a large store: how many at most, and how long they take at half of what is aimed at. */
export async function load(world: World): Promise<Figure[]> {
  const { effort } = world;
  const service = await startService(await world.synthetic());
  const blocks = effort.syntheticBlocks;
  const pathOf = (count: number) => {
    const place = (count * STRIDE) % (blocks * PER_BLOCK);
    const number = 1 + Math.floor(place / PER_BLOCK);
    return count % 2 === 0
      ? `/v2/${SYNTHETIC_CHAIN}/blocks/${number}`
      : `/v2/${SYNTHETIC_CHAIN}/transactions/${transactionHash(number, place % PER_BLOCK)}`;
  };
  try {
    const requests = Array.from({ length: PATHS }, (_, count) => ({ path: pathOf(count) }));
    await saturate(service.url, requests, effort.seconds);
    const cpu = await service.cpuSeconds();
    const full = await saturate(service.url, requests, effort.loadSeconds);
    const perCpu = full.latencies.length / ((await service.cpuSeconds()) - cpu);
    const at = await latenciesAt(service.url, pathOf, effort.loadSeconds);
    return [saturated(full.perSecond, perCpu, full.latencies), paced(at)];
  } finally {
    await service.stop();
  }
}

async function latenciesAt(url: string, pathOf: (count: number) => string, seconds: number) {
  const millis: number[] = [];
  const take = (status: number, taken: number, asked: string) => {
    if (status !== 200) throw new Error(`${asked} is answered with ${status}`);
    millis.push(taken);
  };
  const urlOf = (count: number) => url + pathOf(count);
  await pace(RATE, Math.min(1, seconds), urlOf, () => {});
  await pace(RATE, seconds, urlOf, take);
  return rising(millis);
}

function saturated(perSecond: number, perCpu: number, latencies: readonly number[]): Figure {
  const p99 = percentile(latencies, 0.99);
  return {
    what: "point reads of a large store, to the aim",
    ratio: perCpu / AIM,
    values: { perCpuSecond: perCpu, perSecond, p50: percentile(latencies, 0.5), p99 },
    text:
      `${shown(perCpu)} per second of the processor; ` +
      `${shown(perSecond)} per second, p99 ${shown(p99)} ms, with 32 callers that never pause`,
    aim: {
      what: `at least ${shown(AIM)} point reads/s on one core: ${shown(perCpu)}`,
      met: perCpu >= AIM,
    },
  };
}

function paced(latencies: readonly number[]): Figure {
  const [p50, p99] = [percentile(latencies, 0.5), percentile(latencies, 0.99)];
  const worst = latencies.at(-1) ?? Number.NaN;
  return {
    what: `p99 at ${shown(RATE)} point reads/s, to the aim`,
    ratio: p99 / AIM_MS,
    values: { p50, p99, worst },
    text: `p50 ${shown(p50)}, p99 ${shown(p99)}, worst ${shown(worst)} ms`,
    aim: {
      what: `p99 under ${AIM_MS} ms at ${shown(RATE)} point reads/s: ${shown(p99)} ms`,
      met: p99 < AIM_MS,
    },
  };
}
