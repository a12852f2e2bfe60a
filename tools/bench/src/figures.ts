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

/** Adds up numbers. */
export const sum = (values: readonly number[]): number =>
  values.reduce((total, value) => total + value, 0);

/** Returns the upper median. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
