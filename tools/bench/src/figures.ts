/** Goal of a figure. */
export interface Goal {
  readonly what: string;
  readonly met: boolean;
}

/** Result: a row of the table. */
export interface Figure {
  /** Description of the comparison. */
  readonly what: string;
  /** Ratio; null if the other one does not support it. */
  readonly ratio: number | null;
  /** Measured values by name. */
  readonly values: Readonly<Record<string, number>>;
  /** Measured values as text. */
  readonly text: string;
  /** Goals, and whether this run meets them. */
  readonly aim?: Goal | readonly Goal[];
  /** Additional table, shown below. */
  readonly detail?: string;
}

/** Formats a number: without decimals from 100, otherwise with two or three digits. */
export function shown(value: number): string {
  if (Number.isNaN(value)) {
    return "—";
  }
  if (value >= 100 || Number.isInteger(value)) {
    return Math.round(value).toLocaleString("en");
  }
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

/** Formats a duration. */
export const millis = (seconds: number): string => `${shown(seconds * 1000)} ms`;

/** Adds up numbers. */
export const sum = (values: readonly number[]): number =>
  values.reduce((total, value) => total + value, 0);

/** Returns a percentile. @param sorted Values in ascending order. */
export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Sorts numbers in ascending order. */
export const rising = (values: readonly number[]): number[] => values.toSorted((a, b) => a - b);

/** Returns the median. */
export const median = (values: readonly number[]): number => percentile(rising(values), 0.5);

/** Returns the geometric mean, of which a ratio and its inverse make 1. */
export const geometricMean = (values: readonly number[]): number =>
  Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);
