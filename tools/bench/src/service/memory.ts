/** Memory sample of a process, in MB. */
export interface Sample {
  readonly minute: number;
  readonly rss: number;
  /** Without garbage. */
  readonly heap: number;
}

/** Memory trend. */
export interface Growth {
  /** Minimum of the last quarter, in MB. */
  readonly last: number;
  /** Its ratio to the minimum of the previous quarter. */
  readonly ratio: number;
  /** Slope of the line through the second half, in MB per hour. */
  readonly perHour: number;
  readonly grew: boolean;
}

/** Noise between the minima of two quarters. */
const NOISE = 0.03;

/**
 * Computes the trend of the second half of the samples; the first half is warm-up.
 *
 * Resident memory varies with uncollected garbage, so the minima are compared.
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

/** Slope of the linear regression. */
function slope(x: readonly number[], y: readonly number[]): number {
  const mean = (values: readonly number[]) => values.reduce((a, b) => a + b, 0) / values.length;
  const [xMean, yMean] = [mean(x), mean(y)];
  const shared = mean(x.map((at, i) => (at - xMean) * ((y[i] ?? yMean) - yMean)));
  return shared / mean(x.map((at) => (at - xMean) ** 2));
}
