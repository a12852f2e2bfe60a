import { type Figure, median, millis } from "../../figures.ts";
import { startAnvil } from "../anvil.ts";
import { type BenchContext, NODE_CHAIN } from "../context.ts";
import { startMining } from "../mining.ts";
import { type Service, startService } from "../service.ts";
import { until } from "../until.ts";

const DEPTH = 64;
const AIM_SECONDS = 0.5;

/** Time of rolling back orphaned blocks. */
export async function rollback(context: BenchContext): Promise<Figure[]> {
  const { perBlock, rollbacks } = context.effort;
  const anvil = await startAnvil();
  try {
    const miner = await startMining(anvil);
    const chain = `${NODE_CHAIN}=${anvil.url}`;
    const service = await startService(await context.folder(), "--chain", chain, "--from", "0");
    try {
      const seconds: number[] = [];
      let before = 0;
      while (seconds.length < rollbacks) {
        await miner.mine(DEPTH, perBlock);
        await caughtUp(service, Number(await anvil.call("eth_blockNumber")));
        await anvil.call("anvil_reorg", DEPTH, []);
        await miner.resume();
        // The new chain continues.
        await miner.mine(1, perBlock);
        const all = await rolledBack(service, seconds.length + 1);
        seconds.push(all - before);
        before = all;
      }
      return [figure(perBlock, seconds)];
    } finally {
      await service.stop();
    }
  } finally {
    await anvil.stop();
  }
}

function caughtUp({ url }: Service, head: number): Promise<boolean> {
  const block = `${url}/v2/${NODE_CHAIN}/blocks/${head}`;
  return until(`block ${head} is served`, 50, async () => (await fetch(block)).ok);
}

/** Waits for a number of rollbacks. Returns their total time in seconds. */
function rolledBack(service: Service, count: number): Promise<number> {
  return until("a rollback is in the metrics", 50, async () => {
    const metrics = await service.metrics();
    const isDone = metrics.sum("chainkit_rollback_duration_seconds_count") >= count;
    return isDone && metrics.sum("chainkit_rollback_duration_seconds_sum");
  });
}

function figure(perBlock: number, seconds: readonly number[]): Figure {
  const middle = median(seconds);
  return {
    what: `rollback of ${DEPTH} blocks of ${perBlock} transactions, to the aim`,
    ratio: middle / AIM_SECONDS,
    values: { seconds: middle, worst: Math.max(...seconds), transactions: DEPTH * perBlock },
    text: `median of ${seconds.length}: ${millis(middle)}, worst ${millis(Math.max(...seconds))}`,
    aim: {
      what: `${DEPTH} blocks are rolled back in under ${AIM_SECONDS} s: ${millis(middle)}`,
      met: middle < AIM_SECONDS,
    },
  };
}
