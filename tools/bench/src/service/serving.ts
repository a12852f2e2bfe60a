import { NODE_CHAIN } from "./context.ts";
import { startService } from "./service.ts";
import { until } from "./until.ts";

/** Reading the metrics takes the service two milliseconds. */
const POLL_MS = 50;

/**
 * Runs `serve` with an empty storage until it has added all blocks of a node.
 *
 * @param first Number of the first block.
 * @returns Duration in seconds, from when it listens.
 */
export async function secondsToServe(
  storage: string,
  node: string,
  first: number,
  blocks: number,
): Promise<number> {
  const chain = ["--chain", `${NODE_CHAIN}=${node}`, "--from", String(first)];
  const service = await startService(storage, ...chain);
  const startedAt = performance.now();
  try {
    return await until("all blocks are served", POLL_MS, async () => {
      const added = (await service.metrics()).sum("chainkit_blocks_total");
      return added >= blocks && (performance.now() - startedAt) / 1000;
    });
  } finally {
    await service.stop();
  }
}
