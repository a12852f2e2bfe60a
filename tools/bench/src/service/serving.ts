import { toQuantity } from "@chainkit/server/abi";
import { batchBody } from "@chainkit/server/json-rpc";
import { type BenchContext, NODE_CHAIN } from "./context.ts";
import { startService } from "./service.ts";
import { until } from "./until.ts";

/** Reading the metrics takes the service two milliseconds. */
const POLL_MS = 100;
/** Blocks in flight, as many as `serve` fetches at once from a node that is near. */
const CONCURRENT = 8;

/** Transactions per second, and the number of processors in use. */
export interface Fetched {
  readonly perSecond: number;
  readonly nodeCores: number;
}

/** Speed of `serve`. */
export interface Served extends Fetched {
  readonly perCpuSecond: number;
  readonly serviceCores: number;
}

/** Time from the start of the service until it has added the last block. */
export async function serveBlocks(context: BenchContext): Promise<Served> {
  const { url, blocks, cpuSeconds: nodeCpu } = await context.filledNode();
  const args = ["--chain", `${NODE_CHAIN}=${url}`, "--from", "0"];
  const service = await startService(await context.folder(), ...args);
  const startedAt = performance.now();
  const cpuOf = async () => (await service.metrics()).sum("process_cpu_seconds_total");
  const cpuBefore = await cpuOf();
  const nodeBefore = await nodeCpu();
  try {
    return await until("all blocks are served", POLL_MS, async () => {
      const metrics = await service.metrics();
      const seconds = (performance.now() - startedAt) / 1000;
      // Includes the genesis block.
      if (metrics.sum("chainkit_blocks_total") <= blocks) {
        return undefined;
      }
      const added = metrics.sum("chainkit_transactions_total");
      const cpu = metrics.sum("process_cpu_seconds_total") - cpuBefore;
      return {
        perSecond: added / seconds,
        perCpuSecond: added / cpu,
        serviceCores: cpu / seconds,
        nodeCores: ((await nodeCpu()) - nodeBefore) / seconds,
      };
    });
  } finally {
    await service.stop();
  }
}

/** Fetches the blocks as `serve` does, without reading the responses. */
export async function fetchBare(context: BenchContext): Promise<Fetched> {
  const { url, blocks, cpuSeconds: nodeCpu } = await context.filledNode();
  const { perBlock } = context.effort;
  const nodeBefore = await nodeCpu();
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
  const seconds = (performance.now() - startedAt) / 1000;
  return {
    perSecond: ((blocks - 1) * perBlock) / seconds,
    nodeCores: ((await nodeCpu()) - nodeBefore) / seconds,
  };
}
