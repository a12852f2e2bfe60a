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
  return { last, ratio, grew: ratio > 1 + NOISE };
}
