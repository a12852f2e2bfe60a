import { setTimeout as wait } from "node:timers/promises";
import { inTurn } from "../turns.ts";

/** Rate limiter of the calls to one node. */
export type Limiter = ReturnType<typeof createLimiter>;

export interface LimitAdvice {
  /** Milliseconds to wait, from `Retry-After`. */
  readonly waitMs?: number | undefined;
  /** Calls per second named in the error message. */
  readonly perSecond?: number | undefined;
}

interface Calls {
  readonly at: number;
  readonly calls: number;
}

const MIN_RATE = 0.5;
/** Factor by which the rate decreases after a rejection. */
const DECREASE = 0.7;
/** Growth of the rate per served call: about 2 % per second at first. */
const INCREASE = 0.02;
/** Seconds of use without a rejection after which the rate grows twice as fast. */
const DOUBLED_AFTER_S = 10;
/** Largest factor by which it grows faster; reached after 30 seconds. */
const MAX_GROWTH = 10;
/** Share of the rate that has to be used for it to grow; few calls do not show that more are allowed. */
const USED = 0.5;
const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 15_000;
const WINDOW_MS = 1_000;

/**
 * Creates a limiter that learns the rate of a provider: it decreases by a factor when calls are rejected
 * and increases while it is used, as TCP does, faster the longer no call is rejected (RFC 9438): a
 * rejection may be due to others with the same key. It starts without a limit. In no second are more
 * calls sent than the rate allows, because some providers count by the second.
 *
 * @param maxRate Maximum calls per second, if the limit is known.
 * @param now Monotonic clock in milliseconds.
 */
export function createLimiter(
  maxRate: number = Number.POSITIVE_INFINITY,
  now: () => number = () => performance.now(),
  sleep: (ms: number) => Promise<unknown> = wait,
) {
  let rate = maxRate;
  let batch = Number.POSITIVE_INFINITY;
  let pausedUntil = 0;
  let refusals = 0;
  /** Seconds of use since the last rejection. */
  let usedS = 0;
  let sent: Calls[] = [];
  let served: Calls[] = [];
  /** Callers are served one after another. */
  const inQueue = inTurn();

  const servedInWindow = () => {
    served = served.filter(({ at }) => at > now() - WINDOW_MS);
    return sum(served);
  };
  const msUntil = (calls: number): number => {
    const at = now();
    // A whole number of calls, in a window that is as much longer.
    const capacity = Math.ceil(rate);
    const window = (capacity * WINDOW_MS) / rate;
    sent = sent.filter((each) => each.at > at - window);
    let excess = sum(sent) + Math.min(calls, capacity) - capacity;
    let until = at;
    for (const each of sent) {
      if (excess <= 0) {
        break;
      }
      excess -= each.calls;
      until = each.at + window;
    }
    return Math.max(pausedUntil, until) - at;
  };

  return {
    /** Current limit of calls per second; Infinity until the provider has rejected a call. */
    rate: () => rate,
    /** Milliseconds until the next call may be sent. */
    pauseMs: () => Math.max(0, pausedUntil - now()),
    /** Number of calls to put into the next request. */
    batchSize: (max: number) => Math.max(1, Math.floor(Math.min(max, batch, rate))),
    /** Waits until this number of calls may be sent. */
    acquire: (calls: number) =>
      inQueue(async () => {
        for (let ms = msUntil(calls); ms > 0; ms = msUntil(calls)) {
          await sleep(Math.ceil(ms));
        }
        sent.push({ at: now(), calls });
      }),
    accepted(calls: number) {
      served.push({ at: now(), calls });
      refusals = 0;
      batch += 1;
      if (servedInWindow() >= rate * USED) {
        usedS += calls / rate;
        const growth = Math.min(MAX_GROWTH, 1 + (usedS / DOUBLED_AFTER_S) ** 2);
        rate = Math.min(maxRate, rate + INCREASE * growth * calls);
      }
    },
    /** Records calls that the provider rejected for its rate limit. */
    refused(calls: number, { waitMs, perSecond }: LimitAdvice = {}) {
      const at = now();
      usedS = 0;
      if (calls > 1) {
        batch = Math.max(1, Math.floor(calls / 2));
      }
      // Several requests in flight may be rejected for the same excess: decrease once.
      if (at >= pausedUntil) {
        // A large first request may be rejected before any call was served: half of it is tried next.
        const measured = Number.isFinite(rate) ? rate : Math.max(1, servedInWindow(), calls / 2);
        const learned = perSecond === undefined ? measured : Math.min(measured, perSecond);
        rate = Math.min(maxRate, Math.max(MIN_RATE, learned * DECREASE));
      }
      const pause = waitMs ?? Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** refusals);
      refusals += 1;
      pausedUntil = Math.max(pausedUntil, at + pause);
    },
  };
}

function sum(some: readonly Calls[]): number {
  return some.reduce((total, { calls }) => total + calls, 0);
}
