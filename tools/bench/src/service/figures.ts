/** One finding: a row of the table. */
export interface Figure {
  /** What is compared with what. */
  readonly what: string;
  /** Null: the other one cannot do it. */
  readonly ratio: number | null;
  /** The figures themselves, by what they are. */
  readonly values: Readonly<Record<string, number>>;
  /** The same for people. */
  readonly text: string;
  /** What is aimed at, and whether this run gets there. */
  readonly aim?: { readonly what: string; readonly met: boolean };
  /** A table of its own, to be shown below. */
  readonly detail?: string;
}

/** A number as it is read: whole from 100 on, else with three or two digits. */
export function shown(value: number): string {
  if (Number.isNaN(value)) {
    return "—";
  }
  if (value >= 100 || Number.isInteger(value)) {
    return Math.round(value).toLocaleString("en");
  }
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

/** A time as it is read. */
export const millis = (seconds: number): string => `${shown(seconds * 1000)} ms`;

/** The value that a share of all values does not exceed. @param sorted In rising order. */
export function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Puts numbers into rising order. */
export const rising = (values: readonly number[]): number[] => values.toSorted((a, b) => a - b);

/** The middle one. */
export const median = (values: readonly number[]): number => percentile(rising(values), 0.5);
