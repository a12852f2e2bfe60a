import { setTimeout as wait } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import type { Hex, TouchedPair } from "../chain/records.ts";
import { tooManyRequests } from "../http/gate.ts";
import { HttpError } from "../http/http-error.ts";
import { createRateLimiter } from "../http/rate-limiter.ts";
import type { ChainReader } from "../store/chain-reader.ts";

export type BalancesOnDemand = ReturnType<typeof balancesOnDemand>;

/** Wallets that wait for their discovery. */
export interface WalletQueue {
  /** Whether a wallet can be added: it does not wait already, and there is a node to ask. */
  accepts(chain: string, wallet: Hex): boolean;
  add(chain: string, wallet: Hex): void;
}

type PairReader = Pick<ChainReader, "pairState">;

export interface OnDemandParts {
  /** Maximum number of balances per minute, of all callers together. */
  readonly perMinute: number;
  readonly readers: ReadonlyMap<string, PairReader>;
  /** Whether a process follows the chain; balances of other chains are not read. */
  readonly isFollowed: (chain: string) => Promise<boolean>;
  /** Queues an unknown pair for reading. */
  readonly add: (chain: string, pair: TouchedPair) => Promise<void>;
  /** Absent: no wallets are discovered. */
  readonly wallets?: WalletQueue | undefined;
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
/** Pairs that are known to have been added, and for how long: one that was lost is added again. */
const [MAX_ADDED, ADDED_MS] = [1_000, 30_000];
const TOO_MANY_REQUESTS = 429;
const RETRY_SECONDS = 2;
const ASIDE_SECONDS = 60;

/**
 * Creates the reading of unknown balances within a budget. One caller can use up a tenth of it only, so
 * that the rest remains for others.
 *
 * @example
 * const onDemand = balancesOnDemand({ perMinute: 60, readers, isFollowed, add });
 * await onDemand.load("ethereum", { owner, token }, "address 192.0.2.1");
 */
export function balancesOnDemand({
  perMinute,
  readers,
  isFollowed,
  add,
  wallets,
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
  /** Pairs that were added, which may take the process that writes the chain longer than a request waits. */
  const added = new LRUCache<string, true>({
    max: MAX_ADDED,
    ttl: ADDED_MS,
    ttlResolution: 0,
    perf: { now },
  });
  let reading = 0;

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
  const assertBudget = (caller: string) => {
    const waitMs = take(caller);
    if (waitMs > 0) {
      throw tooManyRequests(waitMs, "unknown balances");
    }
  };
  const isStored = async (reader: PairReader, { owner, token }: TouchedPair): Promise<boolean> => {
    const end = performance.now() + maxWaitMs;
    while ((await reader.pairState(owner, token)) !== "stored") {
      if (performance.now() >= end) {
        return false;
      }
      await wait(POLL_MS);
    }
    return true;
  };

  /** Has the balance of a pair read, unless it is stored. @returns Whether it is stored in time. */
  const read = async (
    key: string,
    chain: string,
    reader: PairReader,
    pair: TouchedPair,
    caller: string,
  ) => {
    if (!(await isFollowed(chain))) {
      return true;
    }
    const state = await reader.pairState(pair.owner, pair.token);
    if (state === "stored") {
      return true;
    }
    if (reading >= MAX_WAITING) {
      throw notReadYet("Too many balances are being read.");
    }
    reading += 1;
    try {
      if (state === "unknown" && !added.has(key)) {
        assertBudget(caller);
        await add(chain, pair);
        added.set(key, true);
      }
      return await isStored(reader, pair);
    } finally {
      reading -= 1;
    }
  };
  /** @throws HttpError 429 only for the share of this caller, not for that of another one. */
  const joined = async (key: string, start: () => Promise<boolean>): Promise<boolean> => {
    for (let other = waiting.get(key); other; other = waiting.get(key)) {
      try {
        return await other;
      } catch (error) {
        if (!(error instanceof HttpError && error.status === TOO_MANY_REQUESTS)) {
          throw error;
        }
      }
    }
    const own = start().finally(() => waiting.delete(key));
    waiting.set(key, own);
    return own;
  };

  return {
    /**
     * Has the tokens found that a wallet received before the oldest block, unless the budget is used up: its lists state
     * that they are not complete until then.
     */
    discover(chain: string, wallet: Hex, caller: string): void {
      if (wallets?.accepts(chain, wallet) && take(caller) === 0) {
        wallets.add(chain, wallet);
      }
    },
    /**
     * Waits until the balance of a pair is stored.
     *
     * @throws HttpError 429 if the budget is used up, 503 if the balance is not read in time.
     */
    async load(chain: string, pair: TouchedPair, caller: string): Promise<void> {
      const reader = readers.get(chain);
      if (!reader) {
        return;
      }
      const key = `${chain} ${pair.owner} ${pair.token}`;
      if (!(await joined(key, () => read(key, chain, reader, pair, caller)))) {
        throw notReadYet("The balance is not read yet.");
      }
    },
  };
}

/** Error of a balance that is pending. */
export function notReadYet(reason: string): HttpError {
  return new HttpError(503, `${reason} Retry in ${RETRY_SECONDS} seconds.`, {
    problem: "balance-pending",
    headers: { "retry-after": String(RETRY_SECONDS) },
  });
}

/** Error of balances whose contracts are set aside, which is for a minute at least. */
export function unreadable(reason: string): HttpError {
  return new HttpError(503, `${reason} Retry in ${ASIDE_SECONDS} seconds.`, {
    problem: "balance-unreadable",
    headers: { "retry-after": String(ASIDE_SECONDS) },
  });
}
