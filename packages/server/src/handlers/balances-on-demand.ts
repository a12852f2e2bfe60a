import { setTimeout as wait } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import type { Hex, TouchedPair } from "../chain/records.ts";
import { HttpError, tooManyRequests } from "../http/http-error.ts";
import { createRateLimiter } from "../http/rate-limiter.ts";
import type { Additions } from "../ingest/thread.ts";
import type { ChainReader } from "../store/chain-reader.ts";

export type BalancesOnDemand = ReturnType<typeof balancesOnDemand>;

type PairReader = Pick<ChainReader, "pairState">;

interface OnDemandParts {
  /** Maximum number of balances per minute, of all callers together. */
  readonly perMinute: number;
  readonly readers: ReadonlyMap<string, PairReader>;
  /** Whether a process follows the chain; balances of other chains are not read. */
  readonly isFollowed: (chain: string) => Promise<boolean>;
  /** Has the process that follows a chain add what is unknown. */
  readonly add: (chain: string, additions: Additions) => Promise<void>;
  /** Chains whose wallets are discovered. */
  readonly discovered: readonly string[];
  readonly waitMs?: number;
  /** Monotonic clock in milliseconds. */
  readonly now?: () => number;
}

/** Part of the budget that one caller may use. */
const CALLER_SHARE = 0.1;
const WAIT_MS = 5_000;
const POLL_MS = 50;
/** Pairs that are waited for at the same time; further requests are told to retry. */
const MAX_WAITING = 100;
/** Pairs and wallets that are known to have been added, and for how long: one that was lost is added again. */
const [MAX_ADDED, PAIR_MS, WALLET_MS] = [2_000, 30_000, 600_000];

/**
 * Creates the reading of unknown balances within a budget. One caller can use up a tenth of it only, so
 * that the rest remains for others.
 *
 * @example
 * const onDemand = balancesOnDemand({ perMinute: 60, readers, isFollowed, add, discovered: [] });
 * await onDemand.load("ethereum", { owner, token }, "address 192.0.2.1");
 */
export function balancesOnDemand({
  perMinute,
  readers,
  isFollowed,
  add,
  discovered,
  waitMs: maxWaitMs = WAIT_MS,
  now = () => performance.now(),
}: OnDemandParts) {
  const callers = createRateLimiter(now);
  const everyone = createRateLimiter(now);
  const perSecond = perMinute / 60;
  const all = { perSecond, burst: perMinute };
  const each = {
    perSecond: perSecond * CALLER_SHARE,
    burst: Math.max(1, Math.floor(perMinute * CALLER_SHARE)),
  };
  /** Requests for the same pair are one: they wait for whether its balance is stored. */
  const waiting = new Map<string, Promise<boolean>>();
  /** It may take the process that writes the chain longer to add them than a request waits. */
  const added = new LRUCache<string, true>({ max: MAX_ADDED, ttlResolution: 0, perf: { now } });

  // The caller's share first: a caller without budget does not use that of others. Where others have used up all of it,
  // the caller keeps the share, and is not refused once more after the wait.
  const take = (caller: string): number => {
    const ownWaitMs = callers.take(caller, each);
    const waitMs = ownWaitMs || everyone.take("", all);
    if (ownWaitMs === 0 && waitMs > 0) {
      callers.refund(caller);
    }
    return waitMs;
  };
  const isStored = async (reader: PairReader, { owner, token }: TouchedPair): Promise<boolean> => {
    const end = now() + maxWaitMs;
    while ((await reader.pairState(owner, token)) !== "stored") {
      if (now() >= end) {
        return false;
      }
      await wait(POLL_MS);
    }
    return true;
  };

  return {
    /**
     * Has the tokens found that a wallet received before the oldest block, unless the budget is used up: its lists state
     * that they are not complete until then.
     *
     * @param oldest Oldest stored block.
     */
    discover(chain: string, wallet: Hex, oldest: number, caller: string): void {
      const key = `${chain} ${wallet}`;
      if (discovered.includes(chain) && !added.has(key) && take(caller) === 0) {
        added.set(key, true, { ttl: WALLET_MS });
        add(chain, { wallets: { names: [wallet], oldest } }).catch(() => added.delete(key));
      }
    },
    /**
     * Waits until the balance of a pair is stored.
     *
     * @throws HttpError 429 if the budget is used up, 503 if the balance is not read in time.
     */
    async load(chain: string, pair: TouchedPair, caller: string): Promise<void> {
      const reader = readers.get(chain);
      if (!reader || !(await isFollowed(chain))) {
        return;
      }
      const state = await reader.pairState(pair.owner, pair.token);
      if (state === "stored") {
        return;
      }
      const key = `${chain} ${pair.owner} ${pair.token}`;
      const start = () => {
        if (waiting.size >= MAX_WAITING) {
          throw notReadYet("Too many balances are being read.");
        }
        const isNew = state === "unknown" && !added.has(key);
        const waitMs = isNew ? take(caller) : 0;
        if (waitMs > 0) {
          throw tooManyRequests(waitMs, "unknown balances");
        }
        const read = async () => {
          if (isNew) {
            await add(chain, { pairs: [pair] });
            added.set(key, true, { ttl: PAIR_MS });
          }
          return isStored(reader, pair);
        };
        const reading = read().finally(() => waiting.delete(key));
        waiting.set(key, reading);
        return reading;
      };
      if (!(await (waiting.get(key) ?? start()))) {
        throw notReadYet("The balance is not read yet.");
      }
    },
  };
}

function laterError(problem: "balance-pending" | "balance-unreadable", seconds: number) {
  const headers = { "retry-after": String(seconds) };
  return (reason: string) =>
    new HttpError(503, `${reason} Retry in ${seconds} seconds.`, { problem, headers });
}

/** Creates the error of a balance that is pending. */
export const notReadYet = laterError("balance-pending", 2);

/** Creates the error of balances whose contracts are set aside, which is for a minute at least. */
export const unreadable = laterError("balance-unreadable", 60);
