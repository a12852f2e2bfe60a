/** The memory of a process at one instant, in MB. */
export interface Sample {
  readonly minute: number;
  readonly rss: number;
  readonly heap: number;
}

/** How memory went. */
export interface Growth {
  /** Smallest of the last quarter, in MB. */
  readonly last: number;
  /** That to the smallest of the quarter before. */
  readonly ratio: number;
  /** Slope of the line through the second half, in MB per hour. */
  readonly perHour: number;
  readonly grew: boolean;
}

/** So much the smallest values of two quarters differ without a cause. */
const NOISE = 0.03;

/**
 * Judges the second half of some samples; the first is for warming up.
 *
 * What garbage collection has left to collect goes up and down, so the smallest values are compared.
 */
export function growthOf(samples: readonly Sample[], kind: "rss" | "heap"): Growth {
  const half = samples.slice(Math.floor(samples.length / 2));
  const middle = Math.floor(half.length / 2);
  const least = (part: readonly Sample[]) => Math.min(...part.map((sample) => sample[kind]));
  const last = least(half.slice(middle));
  const ratio = last / least(half.slice(0, middle));
  const x = half.map(({ minute }) => minute / 60);
  const y = half.map((sample) => sample[kind]);
  return { last, ratio, perHour: slope(x, y), grew: ratio > 1 + NOISE };
}

/** Slope of the straight line that fits best. */
function slope(x: readonly number[], y: readonly number[]): number {
  const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;
  const [xMean, yMean] = [mean(x), mean(y)];
  const shared = mean(x.map((at, i) => (at - xMean) * ((y[i] ?? yMean) - yMean)));
  return shared / mean(x.map((at) => (at - xMean) ** 2));
}
