import type { Readiness } from "../http/probes.ts";
import { createDisplay, type ProgressStream } from "../service/display.ts";
import { blocksPerSecond, createRate, type Rate, timeLeft } from "../service/rate.ts";

/** A display that can be ended. */
export interface Progress {
  stop(): void;
}

/** The same, looked after by whoever has made it. */
interface ManualProgress extends Progress {
  readonly everyMs: number;
  /** Looks how far the chains are, so that what is shown next has a rate. */
  look(): Promise<unknown>;
  /** Shows how far the chains are now. */
  tick(): Promise<void>;
}

/** Tells how far chains are. */
type AskReadiness = () => Readiness | Promise<Readiness>;

interface ChainProgress {
  readonly served: number | null;
  readonly head?: number | null;
  readonly lag?: number | null;
}

/** How fast a chain is served, and how fast its node goes on. */
interface Rates {
  readonly served: Rate;
  readonly head: Rate;
}

/** So much behind is following, not catching up. */
const NEAR = 3;

/**
 * Shows how chains catch up with their nodes: one line that is written anew on a terminal, a line
 * each ten seconds elsewhere, nothing once they have caught up.
 */
export function watchProgress(
  readiness: AskReadiness,
  stream: ProgressStream = process.stderr,
): Progress {
  const progress = createProgress(readiness, stream);
  // What cannot be told now is told later; `/readyz` says what is the matter.
  progress.look().catch(() => {});
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
 * Makes a display of how chains catch up with their nodes.
 *
 * @param now Clock in milliseconds that never goes back.
 */
export function createProgress(
  readiness: AskReadiness,
  stream: ProgressStream,
  now: () => number = () => performance.now(),
): ManualProgress {
  const display = createDisplay(stream);
  const catching = new Map<string, Rates>();
  let isStopped = false;

  const look = async (): Promise<string[]> => {
    const chains = Object.entries((await readiness()).chains) as [string, ChainProgress][];
    if (isStopped) {
      return [];
    }
    return chains.flatMap(([name, { served, head, lag }]) => {
      if (served == null || head == null || lag == null) {
        return [];
      }
      if (lag <= NEAR) {
        if (catching.delete(name)) {
          display.note(`${name}: has caught up at block ${served}`);
        }
        return [];
      }
      const rates = catching.get(name) ?? { served: createRate(), head: createRate() };
      catching.set(name, rates);
      const rate = rates.served.note(now(), served);
      const growth = rates.head.note(now(), head);
      return [describeProgress(name, served, lag, rate, growth)];
    });
  };
  return {
    everyMs: display.everyMs,
    look,
    tick: async () => display.show(await look()),
    stop() {
      isStopped = true;
      display.end();
    },
  };
}

/**
 * One line about a chain that catches up.
 *
 * @param rate Blocks per second that are served more; undefined as long as it is not known.
 * @param growth Blocks per second that the node has more.
 */
export function describeProgress(
  name: string,
  served: number,
  lag: number,
  rate: number | undefined,
  growth = 0,
): string {
  const text = `${name}: block ${served}, ${lag} behind`;
  if (rate === undefined) {
    return text;
  }
  // A reorganisation takes blocks away; that is no speed.
  return `${text}, ${blocksPerSecond(Math.max(0, rate))}${timeLeft(lag / (rate - growth))}`;
}
