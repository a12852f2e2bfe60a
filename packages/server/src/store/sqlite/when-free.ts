import { setTimeout as wait } from "node:timers/promises";
import { StoreUnavailableError } from "../engine.ts";
import { isBusy } from "./errors.ts";

const PATIENCE_MS = 5_000;
const PAUSE_MS = 25;

/**
 * Repeats a transaction while another process has locked its file. Unlike the timeout of SQLite, which
 * blocks the thread, this leaves it to other work.
 *
 * @param work One transaction, on a connection without a timeout.
 * @param patienceMs Milliseconds after which it is given up.
 * @throws StoreUnavailableError if the file is still locked then.
 */
export async function whenFree<Result>(
  file: string,
  work: () => Result | Promise<Result>,
  patienceMs: number = PATIENCE_MS,
): Promise<Result> {
  const end = performance.now() + patienceMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isBusy(error)) {
        throw error;
      }
      if (performance.now() >= end) {
        throw new StoreUnavailableError(error, `${file} is locked by another process`);
      }
    }
    await wait(PAUSE_MS);
  }
}

/** Creates a store whose methods are repeated while the file is locked; see `whenFree`. */
export function waiting<Store extends object>(file: string, store: Store): Store {
  const methods = Object.entries(store as Record<string, (...args: unknown[]) => unknown>);
  return Object.fromEntries(
    methods.map(([name, method]) => [
      name,
      (...args: unknown[]) => whenFree(file, () => method(...args)),
    ]),
  ) as Store;
}
