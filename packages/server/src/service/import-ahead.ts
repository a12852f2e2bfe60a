import { availableParallelism } from "node:os";

/** Tasks that run at once: enough to keep all threads busy. */
const AHEAD = availableParallelism() + 2;

/**
 * Runs tasks, some of them ahead of the one whose result is awaited.
 *
 * @returns Their results, in order.
 */
export async function* ahead<Result>(
  tasks: AsyncIterable<() => Promise<Result>> | Iterable<() => Promise<Result>>,
): AsyncGenerator<Result> {
  const running: Promise<Result>[] = [];
  for await (const task of tasks) {
    const result = task();
    // Awaited when it is its turn; this prevents an unhandled rejection.
    result.catch(() => {});
    running.push(result);
    if (running.length >= AHEAD) {
      yield running.shift() as Promise<Result>;
    }
  }
  yield* running;
}
