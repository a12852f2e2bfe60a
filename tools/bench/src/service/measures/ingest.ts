import { existsSync, globSync } from "node:fs";
import { toQuantity } from "@chainkit/server/abi";
import { batchBody } from "@chainkit/server/json-rpc";
import { type BenchContext, NODE_CHAIN } from "../context.ts";
import { type Figure, shown } from "../figures.ts";
import { type Imported, timeImport } from "../importing.ts";
import { startService } from "../service.ts";
import { until } from "../until.ts";

/** Transactions per second. */
const AIM = 5_000;
const MAINNET_AIM = 10_000;
/** Blocks in flight, as many as `serve` fetches at once. */
const CONCURRENT = 8;
/** Real blocks next to the repository, which are not part of it. */
const MAINNET = new URL("../../../../../../shared/data/mainnet/", import.meta.url).pathname;

/** Speed of ingesting, verifying and indexing blocks. */
export async function ingest(context: BenchContext): Promise<Figure[]> {
  const imports: readonly (readonly [string, number, Imported | undefined])[] = [
    ["real mainnet blocks", MAINNET_AIM, await importMainnet(context)],
    ["blocks of anvil", AIM, await context.imported()],
  ];
  const served = await backfill(context);
  return [
    ...imports.flatMap(([what, aim, imported]) =>
      imported ? [speed(`import of ${what}`, aim, imported.perSecond), size(what, imported)] : [],
    ),
    speed("`serve`, blocks of anvil over RPC", AIM, served.perSecond, served.perCpuSecond),
    toBare(served.perSecond, await fetchBare(context)),
  ];
}

async function importMainnet(context: BenchContext): Promise<Imported | undefined> {
  const folder = process.env.CHAINKIT_MAINNET ?? MAINNET;
  const files = existsSync(folder) ? globSync(`${folder}/*.json.gz`).sort() : [];
  if (files.length < 2) {
    console.error("no real mainnet blocks in $CHAINKIT_MAINNET: measured without them");
    return undefined;
  }
  return timeImport(context, "ethereum", files);
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
