import { setTimeout as wait } from "node:timers/promises";

/**
 * Repeats work until it is stopped.
 *
 * @param work Resolves with the milliseconds until it is done again.
 * @returns Function that stops it, after the work that is being done.
 */
export function repeat(work: (signal: AbortSignal) => Promise<number>): () => Promise<void> {
  const stopped = new AbortController();
  const { signal } = stopped;
  const ended = (async () => {
    while (!signal.aborted) {
      const pauseMs = await work(signal);
      await wait(pauseMs, undefined, { signal }).catch(() => {});
    }
  })();
  return async () => {
    stopped.abort();
    await ended;
  };
}
