import type { Readiness } from "../http/probes.ts";
import {
  createDisplay,
  createRate,
  type ProgressStream,
  progressLine,
  type Rate,
} from "../service/display.ts";

/** A running progress display. */
export interface Progress {
  stop(): void;
}

/** A progress display driven by its caller. */
interface ManualProgress extends Progress {
  readonly everyMs: number;
  /** Samples the chains without printing, so that the next tick has a rate. */
  sample(): Promise<unknown>;
  /** Samples the chains and prints their progress. */
  tick(): Promise<void>;
}

type GetReadiness = () => Readiness | Promise<Readiness>;

/** Rates at which blocks are stored, and at which the node's head advances. */
interface Rates {
  readonly served: Rate;
  readonly head: Rate;
}

/** Up to this lag a chain counts as caught up. */
const CAUGHT_UP_LAG = 3;

/**
 * Shows the progress of chains that are catching up: a single updated line on a terminal, a line
 * every ten seconds elsewhere, nothing once they have caught up.
 */
export function watchProgress(
  readiness: GetReadiness,
  stream: ProgressStream = process.stderr,
): Progress {
  const progress = createProgress(readiness, stream);
  // A failed sample is skipped; `/readyz` reports the problem.
  progress.sample().catch(() => {});
  const timer = setInterval(() => progress.tick().catch(() => {}), progress.everyMs);
  timer.unref();
  return {
    stop() {
      clearInterval(timer);
      progress.stop();
    },
  };
}

/**
 * Creates a progress display of chains that are catching up.
 *
 * @param now Monotonic clock in milliseconds.
 */
export function createProgress(
  readiness: GetReadiness,
  stream: ProgressStream,
  now: () => number = () => performance.now(),
): ManualProgress {
  const display = createDisplay(stream);
  const catching = new Map<string, Rates>();
  let isStopped = false;

  const sample = async (): Promise<string[]> => {
    const chains = Object.entries((await readiness()).chains);
    if (isStopped) {
      return [];
    }
    return chains.flatMap(([name, { served, head, lag }]) => {
      if (served == null || head == null || lag == null) {
        return [];
      }
      if (lag <= CAUGHT_UP_LAG) {
        if (catching.delete(name)) {
          display.note(`${name}: caught up at block ${served}`);
        }
        return [];
      }
      const rates = catching.get(name) ?? { served: createRate(), head: createRate() };
      catching.set(name, rates);
      const rate = rates.served.note(now(), served);
      const growth = rates.head.note(now(), head);
      const text = `${name}: block ${served}, ${lag} behind`;
      return [progressLine({ text, left: lag }, rate, growth)];
    });
  };
  return {
    everyMs: display.everyMs,
    sample,
    tick: async () => display.show(await sample()),
    stop() {
      isStopped = true;
      display.end();
    },
  };
}
