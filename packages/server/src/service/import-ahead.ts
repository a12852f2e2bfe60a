import { availableParallelism } from "node:os";

/** Tasks that run at once: enough to keep all threads busy. */
const AHEAD = availableParallelism() + 2;
/** Small tasks that run at once: enough for all threads while this one writes what they have read. */
export const SMALL_AHEAD = availableParallelism() * 6;

/**
 * Runs tasks, some of them ahead of the one whose result is awaited.
 *
 * @param most Number of tasks that run at once.
 * @returns Their results, in order.
 */
export async function* ahead<Result>(
  tasks: AsyncIterable<() => Promise<Result>> | Iterable<() => Promise<Result>>,
  most: number = AHEAD,
): AsyncGenerator<Result> {
  const running: Promise<Result>[] = [];
  for await (const task of tasks) {
    const result = task();
    // Awaited when it is its turn; this prevents an unhandled rejection.
    result.catch(() => {});
    running.push(result);
    if (running.length >= most) {
      yield running.shift() as Promise<Result>;
    }
  }
  yield* running;
}
