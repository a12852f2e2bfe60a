/** How many requests one caller may make. */
export interface RateLimit {
  /** Requests per second, in the long run; 0: no limit. */
  readonly perSecond: number;
  /** How many may come at once after a pause. */
  readonly burst: number;
}

/** Grants requests to callers. */
export interface RateLimiter {
  /**
   * Takes one request from a caller's allowance.
   *
   * @returns Milliseconds to wait before the next try; 0: granted.
   */
  take(caller: string, limit: RateLimit): number;
}

interface Bucket {
  level: number;
  filledAt: number;
}

/** So that a flood of addresses cannot fill the memory; a bucket is about 100 bytes. */
const MAX_BUCKETS = 50_000;

const ROUNDING = 1e-6;

/**
 * A token bucket for each caller: it holds `burst` requests and fills by `perSecond`.
 *
 * @param now Clock in milliseconds that never goes back.
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
      // Taken out and put in again, so that the map is in the order of last use.
      buckets.delete(caller);
      buckets.set(caller, bucket);
      if (buckets.size > MAX_BUCKETS) {
        const [longestUnused] = buckets.keys();
        buckets.delete(longestUnused as string);
      }
      // Who waited as long as was said is not sent away for a rounding of the clock.
      if (bucket.level < 1 - ROUNDING) {
        return ((1 - bucket.level) * 1000) / perSecond;
      }
      bucket.level -= 1;
      return 0;
    },
  };
}
