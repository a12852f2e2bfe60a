import type { ChainData } from "@chainkit/client";
import { parseTime } from "./time.ts";

/**
 * Returns the mean time between blocks in seconds, or undefined of fewer than two.
 *
 * @param blocks Oldest first; gaps between their numbers are counted.
 */
export function blockTime(
  blocks: readonly Pick<ChainData.Block, "number" | "timestamp">[],
): number | undefined {
  const [oldest] = blocks;
  const newest = blocks.at(-1);
  if (!oldest || !newest || oldest.number === newest.number) {
    return undefined;
  }
  const from = parseTime(oldest.timestamp)?.getTime();
  const to = parseTime(newest.timestamp)?.getTime();
  if (from === undefined || to === undefined) {
    return undefined;
  }
  return (to - from) / 1_000 / (newest.number - oldest.number);
}

/** Returns the mean; 0 of nothing. */
export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / (values.length || 1);
}
