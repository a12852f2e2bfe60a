import type { Readiness } from "../http/probes.ts";
import {
  createDisplay,
  createRate,
  type ProgressStream,
  progressLine,
  type Rate,
} from "../service/display.ts";

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
 *
 * @returns Function that ends it.
 */
export function watchProgress(
  readiness: () => Readiness | Promise<Readiness>,
  stream: ProgressStream = process.stderr,
): () => void {
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
      const rate = rates.served(performance.now(), served);
      const growth = rates.head(performance.now(), head);
      const text = `${name}: block ${served}, ${lag} behind`;
      return [progressLine({ text, left: lag }, rate, growth)];
    });
  };
  // A failed sample is skipped; `/readyz` reports the problem. The first one is not shown: it has no rate.
  sample().catch(() => {});
  const timer = setInterval(() => sample().then(display.show, () => {}), display.everyMs);
  timer.unref();
  return () => {
    clearInterval(timer);
    isStopped = true;
    display.end();
  };
}
