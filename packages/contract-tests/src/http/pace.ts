import { setTimeout as sleep } from "node:timers/promises";

/** Starts a request as soon as the limits permit. */
export type Pace = <Result>(send: () => Promise<Result>) => Promise<Result>;

/** Limits of {@link createPace}. */
export interface PaceLimits {
  /** Requests per second, evenly spaced. Default: unlimited. */
  readonly rate?: number | undefined;
  /** Requests at the same time. Default: unlimited. */
  readonly concurrency?: number | undefined;
}

/** Limits the requests of a run. */
export function createPace({ rate, concurrency = Number.POSITIVE_INFINITY }: PaceLimits): Pace {
  const waiting: (() => void)[] = [];
  let inProgress = 0;
  let next = 0;
  const turn = async () => {
    if (inProgress >= concurrency) {
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      inProgress += 1;
    }
    if (rate !== undefined) {
      const now = performance.now();
      const at = Math.max(now, next);
      next = at + 1000 / rate;
      await sleep(Math.ceil(at - now));
    }
  };
  const end = () => {
    const other = waiting.shift();
    if (other) {
      other();
    } else {
      inProgress -= 1;
    }
  };
  return async (send) => {
    await turn();
    return send().finally(end);
  };
}
