import { setTimeout as wait } from "node:timers/promises";

/** Creates a function that does work after all the work that it was given before has ended. */
export function inTurn(): <Result>(work: () => Result | Promise<Result>) => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = last.then(work);
    last = done.catch(() => {});
    return done;
  };
}

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
