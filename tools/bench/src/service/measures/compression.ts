import zlib from "node:zlib";
import type { BenchContext } from "../context.ts";
import { type Figure, median, rising, shown } from "../figures.ts";
import { saturate } from "../saturate.ts";
import { startService } from "../service.ts";
import { SYNTHETIC_CHAIN } from "../synthetic.ts";
import { HOTTEST } from "../traffic.ts";

const { constants } = zlib;
const REPEATS = 30;

/** Fastest level of each content coding. */
const CODINGS: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  "gzip, level 1": (bytes) => zlib.gzipSync(bytes, { level: 1 }),
  "brotli, quality 1": (bytes) =>
    zlib.brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
  "zstd, level 1": (bytes) =>
    zlib.zstdCompressSync(bytes, { params: { [constants.ZSTD_c_compressionLevel]: 1 } }),
};

/** Cost of compressing a page of 100 rows, relative to the cost of serving it. */
export async function compression(context: BenchContext): Promise<Figure[]> {
  const service = await startService(await context.synthetic());
  try {
    const path = `/${SYNTHETIC_CHAIN}/v1/address/${HOTTEST}/transactions`;
    const page = Buffer.from(await (await fetch(service.url + path)).arrayBuffer());
    await saturate(service.url, [{ path }], context.effort.seconds);
    const from = await service.cpuSeconds();
    const { latencies } = await saturate(service.url, [{ path }], context.effort.seconds);
    const serving = ((await service.cpuSeconds()) - from) / latencies.length;
    return Object.entries(CODINGS).map(([name, compress]) => figure(name, compress, page, serving));
  } finally {
    await service.stop();
  }
}

function figure(
  name: string,
  compress: (bytes: Buffer) => Buffer,
  page: Buffer,
  serving: number,
): Figure {
  const seconds: number[] = [];
  for (let repeat = 0; repeat < REPEATS; repeat += 1) {
    const from = process.cpuUsage();
    compress(page);
    const { user, system } = process.cpuUsage(from);
    seconds.push((user + system) / 1e6);
  }
  const cost = median(rising(seconds));
  const share = compress(page).length / page.length;
  return {
    what: `compressing a page of 100 rows with ${name}, to serving it`,
    ratio: cost / serving,
    values: { compressing: cost, serving, share },
    text:
      `${shown(cost * 1e6)} to ${shown(serving * 1e6)} µs of processor time, ` +
      `to ${shown(100 * share)} % of ${shown(page.length)} bytes`,
  };
}
