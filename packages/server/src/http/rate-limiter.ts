import { LRUCache } from "lru-cache";

export interface RateLimit {
  /** Sustained requests per second; 0: unlimited. */
  readonly perSecond: number;
  /** Requests that may arrive at once after a pause. */
  readonly burst: number;
}

/** Divides a limit among processes that do not know of each other; each allows at least one request. */
export function shareOf({ perSecond, burst }: RateLimit, processes = 1): RateLimit {
  return {
    perSecond: perSecond / processes,
    burst: Math.max(1, Math.ceil(burst / processes)),
  };
}

/** Bounds the memory under a flood of addresses; a bucket takes about 100 bytes. */
const MAX_BUCKETS = 50_000;

const ROUNDING = 1e-6;

/** Creates a limiter with a bucket per caller, of size `burst`, refilled by `perSecond`. @param now In milliseconds. */
export function createRateLimiter(now: () => number = () => performance.now()) {
  const buckets = new LRUCache<string, { level: number; filledAt: number }>({ max: MAX_BUCKETS });
  return {
    /** Consumes one request of a caller's budget. @returns Milliseconds until the next one is allowed; 0: it is now. */
    take(caller: string, { perSecond, burst }: RateLimit): number {
      if (perSecond === 0) {
        return 0;
      }
      const at = now();
      const bucket = buckets.get(caller) ?? { level: burst, filledAt: at };
      bucket.level = Math.min(burst, bucket.level + ((at - bucket.filledAt) * perSecond) / 1000);
      bucket.filledAt = at;
      buckets.set(caller, bucket);
      // Tolerates clock rounding after the advertised wait.
      if (bucket.level < 1 - ROUNDING) {
        return ((1 - bucket.level) * 1000) / perSecond;
      }
      bucket.level -= 1;
      return 0;
    },
    /** Returns a request to a caller's budget that turned out not to count. */
    refund(caller: string): void {
      const bucket = buckets.get(caller);
      if (bucket) {
        bucket.level += 1;
      }
    },
  };
}
