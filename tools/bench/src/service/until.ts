import { setTimeout as wait } from "node:timers/promises";

const LIMIT_MS = 120_000;

/**
 * Looks again and again until there is something.
 *
 * @param what What is waited for, in the words of the error.
 * @param look Undefined or false: not yet.
 * @throws Error if it takes two minutes.
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
  throw new Error(`waited in vain: ${what}`);
}
