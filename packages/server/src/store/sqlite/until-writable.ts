import { delegate } from "./delegate.ts";

const RETRY_MS = 1_000;

/**
 * Uses a store that can only be read until its file can be written. That is tried when the store is used,
 * at most once per second.
 *
 * @param open Opens the store for writing; throws as long as that is impossible.
 */
export function untilWritable<Store extends { close(): void }>(
  readOnly: Store,
  open: () => Store,
  now: () => number = () => performance.now(),
): Store {
  let current = readOnly;
  let triedAt = now();
  return delegate(readOnly, (method) => {
    if (current === readOnly && method !== "close" && now() - triedAt >= RETRY_MS) {
      triedAt = now();
      try {
        current = open();
        readOnly.close();
      } catch {
        // It is still read-only, for the reason that it reports.
      }
    }
    return current;
  });
}
