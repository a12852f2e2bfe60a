import { setTimeout as sleep } from "node:timers/promises";

/** Waits until the next request may be sent. */
export type Pace = () => Promise<void>;

/**
 * Spaces requests evenly.
 *
 * @param rate Requests per second; undefined: no limit.
 */
export function createPace(rate: number | undefined): Pace {
  if (rate === undefined) {
    return async () => {};
  }
  const intervalMs = 1000 / rate;
  let next = 0;
  return async () => {
    const now = performance.now();
    const turn = Math.max(now, next);
    next = turn + intervalMs;
    if (turn > now) {
      await sleep(turn - now);
    }
  };
}
