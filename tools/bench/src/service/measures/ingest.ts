import { existsSync, globSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { toQuantity } from "@chainkit/server/abi";
import { batchBody } from "@chainkit/server/json-rpc";
import { signedCopies } from "@chainkit/server/signed-copies";
import { type BenchContext, NODE_CHAIN } from "../context.ts";
import { type Figure, shown } from "../figures.ts";
import { type Imported, readEntries, timeImport } from "../importing.ts";
import { startService } from "../service.ts";
import { until } from "../until.ts";

/** Transactions per second. */
const AIM = 5_000;
const MAINNET_AIM = 10_000;
/** Blocks in flight, as many as `serve` fetches at once. */
const CONCURRENT = 8;
/** Number of the first copy of the real blocks. */
const FIRST_COPY = 17_000_000;
/** Real blocks next to the repository, which are not part of it. */
const MAINNET = new URL("../../../../../../shared/data/mainnet/", import.meta.url).pathname;

/** Speed of ingesting, verifying and indexing blocks. */
export async function ingest(context: BenchContext): Promise<Figure[]> {
  const files = mainnetFiles();
  const real = files && (await timeImport(context, "ethereum", files));
  const copies = files && (await importCopies(context, files));
  const anvil = await context.imported();
  const served = await backfill(context);
  const [ofReal, ofAnvil] = ["real mainnet blocks", "blocks of anvil"];
  return [
    ...(real
      ? [speed(`import of ${ofReal}`, MAINNET_AIM, real.perSecond), size(ofReal, real)]
      : []),
    ...(copies ? [speed(`import of ${ofReal} signed anew`, MAINNET_AIM, copies.perSecond)] : []),
    speed(`import of ${ofAnvil}`, AIM, anvil.perSecond),
    size(ofAnvil, anvil),
    speed("`serve`, blocks of anvil over RPC", AIM, served.perSecond, served.perCpuSecond),
    toBare(served.perSecond, await fetchBare(context)),
  ];
}

/** Real blocks in order; undefined if there are none. */
function mainnetFiles(): readonly string[] | undefined {
  const folder = process.env.CHAINKIT_MAINNET ?? MAINNET;
  const files = existsSync(folder) ? globSync(`${folder}/*.json.gz`).sort() : [];
  if (files.length < 2) {
    console.error("no real mainnet blocks in $CHAINKIT_MAINNET: measured without them");
    return undefined;
  }
  return files;
}

/** The real blocks are too few to import them for more than a moment. */
async function importCopies(context: BenchContext, files: readonly string[]): Promise<Imported> {
  const { copies } = context.effort;
  const blocks = (await Promise.all(files.map(readEntries))).flat();
  const folder = await context.folder();
  const written: string[] = [];
  for (const copy of signedCopies(blocks, copies, FIRST_COPY)) {
    const file = join(folder, `${FIRST_COPY + written.length}.json.gz`);
    await writeFile(file, gzipSync(JSON.stringify(copy)));
    written.push(file);
  }
  return timeImport(context, "ethereum", written);
}

/** Time from the start of the service until it has added the last block. */
async function backfill(context: BenchContext): Promise<{
  readonly perSecond: number;
  readonly perCpuSecond: number;
}> {
  const { url, blocks } = await context.filledNode();
  const args = ["--chain", `${NODE_CHAIN}=${url}`, "--from", "0"];
  const service = await startService(await context.folder(), ...args);
  const startedAt = performance.now();
  const cpuOf = async () => (await service.metrics()).sum("process_cpu_seconds_total");
  const cpuBefore = await cpuOf();
  try {
    return await until("all blocks are served", 20, async () => {
      const metrics = await service.metrics();
      const seconds = (performance.now() - startedAt) / 1000;
      // Includes the genesis block.
      if (metrics.sum("chainkit_blocks_total") <= blocks) {
        return undefined;
      }
      const added = metrics.sum("chainkit_transactions_total");
      const cpu = metrics.sum("process_cpu_seconds_total") - cpuBefore;
      return { perSecond: added / seconds, perCpuSecond: added / cpu };
    });
  } finally {
    await service.stop();
  }
}

/** Fetches the blocks as `serve` does, without reading the responses. @returns Transactions per second. */
async function fetchBare(context: BenchContext): Promise<number> {
  const { url, blocks } = await context.filledNode();
  const { perBlock } = context.effort;
  const startedAt = performance.now();
  const numbers = Array.from({ length: blocks + 1 }, (_, number) => number).values();
  const fetchNext = async () => {
    for (const number of numbers) {
      const name = toQuantity(number);
      const body = batchBody([
        { method: "eth_getBlockByNumber", params: [name, true] },
        { method: "eth_getBlockReceipts", params: [name] },
      ]);
      const headers = { "content-type": "application/json" };
      const response = await fetch(url, { method: "POST", headers, body });
      await response.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT }, fetchNext));
  return ((blocks - 1) * perBlock) / ((performance.now() - startedAt) / 1000);
}

function toBare(perSecond: number, bare: number): Figure {
  return {
    what: "`serve`, to fetching the same blocks bare",
    ratio: perSecond / bare,
    values: { perSecond, bare },
    text: `${shown(perSecond)} to ${shown(bare)} transactions/s`,
  };
}

function speed(what: string, aim: number, perSecond: number, perCpuSecond?: number): Figure {
  return {
    what: `${what}, to the aim`,
    ratio: perSecond / aim,
    values: { perSecond, ...(perCpuSecond && { perCpuSecond }) },
    text:
      `${shown(perSecond)} transactions/s` +
      (perCpuSecond ? `, ${shown(perCpuSecond)} per processor second of the service` : ""),
    aim: {
      what: `at least ${shown(aim)} transactions/s, ${what}: ${shown(perSecond)}`,
      met: perSecond >= aim,
    },
  };
}

function size(what: string, { databaseBytes, inputBytes, transactions }: Imported): Figure {
  const [stored, input] = [databaseBytes / transactions, inputBytes / transactions];
  return {
    what: `bytes of the database to bytes of input, ${what}`,
    ratio: stored / input,
    values: { stored, input, transactions },
    text: `${shown(stored)} to ${shown(input)} for each of ${shown(transactions)} transactions`,
  };
}
