import { setTimeout as wait } from "node:timers/promises";

const LIMIT_MS = 300_000;

/**
 * Polls until there is a result.
 *
 * @param what Description for the error.
 * @param look Returns the result; undefined or false if there is none yet.
 * @throws Error after five minutes.
 */
export async function until<Found>(
  what: string,
  pauseMs: number,
  look: () => Promise<Found | undefined | false>,
): Promise<Found> {
  const end = performance.now() + LIMIT_MS;
  while (performance.now() < end) {
    const found = await look();
    if (found !== undefined && found !== false) {
      return found;
    }
    await wait(pauseMs);
  }
  throw new Error(`timed out waiting until ${what}`);
}
