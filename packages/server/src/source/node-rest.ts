/** Suspension of a node that has failed. */
export interface NodeRest {
  /** Instant until which the node is not used, unless all others failed as well. */
  until(): number;
  isOver(): boolean;
  /** Suspends the node, each time for longer. */
  fail(): void;
  /** Suspends the node for a time that does not depend on its failures. */
  pause(ms: number): void;
  /** Ends the suspension, because the node is in use and responds. */
  end(): void;
}

const FIRST_MS = 5_000;
/** Longest suspension in milliseconds. */
export const MAX_REST_MS = 300_000;
/** Time without a failure after which one is forgotten. */
const FORGOTTEN_AFTER_MS = 60_000;

/**
 * Creates the suspension of a node, with exponential backoff. A failure is forgotten with each minute in
 * which the node has not failed, as in the outlier detection of Envoy: a node that fails once a day is not
 * left for longer each time.
 *
 * @param now Monotonic clock in milliseconds.
 */
export function createNodeRest(now: () => number): NodeRest {
  let until = Number.NEGATIVE_INFINITY;
  let failures = 0;
  const pause = (ms: number) => {
    until = Math.max(until, now() + ms);
  };
  return {
    until: () => until,
    isOver: () => until <= now(),
    fail() {
      const quietMs = now() - until;
      // Requests that were in flight when the node failed are the same failure.
      if (quietMs >= 0) {
        const forgotten = Math.floor(quietMs / FORGOTTEN_AFTER_MS);
        failures = Math.max(0, failures - forgotten) + 1;
      }
      pause(Math.min(MAX_REST_MS, FIRST_MS * 2 ** Math.max(0, failures - 1)));
    },
    pause,
    end() {
      until = Math.min(until, now());
    },
  };
}
