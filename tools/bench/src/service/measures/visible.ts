import { setTimeout as wait } from "node:timers/promises";
import { type Figure, median, millis } from "../../figures.ts";
import { startAnvil } from "../anvil.ts";
import { type BenchContext, NODE_CHAIN } from "../context.ts";
import { startMining } from "../mining.ts";
import { getStatus, keepAlive } from "../pace.ts";
import { startService } from "../service.ts";
import { until } from "../until.ts";

const AIM_SECONDS = 1;
/** Longer than the polling interval, so that blocks arrive at any point of it. */
const LONGEST_PAUSE_MS = 2_500;
const PER_BLOCK = 100;

/** Time from mining a block to serving it. */
export async function visible(context: BenchContext): Promise<Figure[]> {
  const anvil = await startAnvil();
  const agent = keepAlive(1);
  try {
    const miner = await startMining(anvil);
    const chain = `${NODE_CHAIN}=${anvil.url}`;
    const service = await startService(await context.folder(), "--chain", chain);
    try {
      const seconds: number[] = [];
      const served = (number: number, pauseMs: number) =>
        until(`block ${number} is served`, pauseMs, async () => {
          const url = `${service.url}/v2/${NODE_CHAIN}/blocks/${number}`;
          return (await getStatus(agent, url)) === 200;
        });
      let number = Number(await anvil.call("eth_blockNumber"));
      await served(number, 20);
      while (seconds.length < context.effort.newBlocks) {
        await miner.send(PER_BLOCK);
        await wait(Math.random() * LONGEST_PAUSE_MS);
        number += 1;
        const mined = performance.now();
        await anvil.call("evm_mine");
        await served(number, 2);
        seconds.push((performance.now() - mined) / 1000);
      }
      return [figure(seconds)];
    } finally {
      await service.stop();
    }
  } finally {
    agent.destroy();
    await anvil.stop();
  }
}

function figure(seconds: readonly number[]): Figure {
  const [middle, worst] = [median(seconds), Math.max(...seconds)];
  return {
    what: "from mined to served, worst to the aim",
    ratio: worst / AIM_SECONDS,
    values: { median: middle, worst, blocks: seconds.length },
    text: `of ${seconds.length} blocks: median ${millis(middle)}, worst ${millis(worst)}`,
    aim: {
      what: `a block is served within ${AIM_SECONDS} s of being mined: worst ${millis(worst)}`,
      met: worst <= AIM_SECONDS,
    },
  };
}
