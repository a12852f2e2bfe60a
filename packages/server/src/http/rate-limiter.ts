/** Rate limit of one caller. */
export interface RateLimit {
  /** Sustained requests per second; 0: unlimited. */
  readonly perSecond: number;
  /** Requests that may arrive at once after a pause. */
  readonly burst: number;
}

/** Divides a limit among processes that do not know of each other; each allows at least one request. */
export function shareOf({ perSecond, burst }: RateLimit, processes: number): RateLimit {
  return {
    perSecond: perSecond / processes,
    burst: Math.max(1, Math.ceil(burst / processes)),
  };
}

/** A rate limiter. */
export interface RateLimiter {
  /**
   * Consumes one request of a caller's budget.
   *
   * @returns Milliseconds until the next request is allowed; 0: allowed now.
   */
  take(caller: string, limit: RateLimit): number;
  /** Returns a request to a caller's budget that turned out not to count. */
  refund(caller: string): void;
}

interface Bucket {
  level: number;
  filledAt: number;
}

/** Bounds the memory under a flood of addresses; a bucket takes about 100 bytes. */
const MAX_BUCKETS = 50_000;

const ROUNDING = 1e-6;

/**
 * Creates a rate limiter with a token bucket per caller, of size `burst`, refilled by `perSecond`.
 *
 * @param now Monotonic clock in milliseconds.
 */
export function createRateLimiter(now: () => number = () => performance.now()): RateLimiter {
  const buckets = new Map<string, Bucket>();
  return {
    take(caller, { perSecond, burst }) {
      if (perSecond === 0) {
        return 0;
      }
      const at = now();
      const bucket = buckets.get(caller) ?? { level: burst, filledAt: at };
      bucket.level = Math.min(burst, bucket.level + ((at - bucket.filledAt) * perSecond) / 1000);
      bucket.filledAt = at;
      // Reinserted, so that the map is ordered by last use.
      buckets.delete(caller);
      buckets.set(caller, bucket);
      if (buckets.size > MAX_BUCKETS) {
        const [longestUnused] = buckets.keys();
        buckets.delete(longestUnused as string);
      }
      // Tolerates clock rounding after the advertised wait.
      if (bucket.level < 1 - ROUNDING) {
        return ((1 - bucket.level) * 1000) / perSecond;
      }
      bucket.level -= 1;
      return 0;
    },
    refund(caller) {
      const bucket = buckets.get(caller);
      if (bucket) {
        bucket.level += 1;
      }
    },
  };
}
