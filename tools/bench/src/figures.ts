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

/** Formats a Markdown table; the first row is the header. */
export function markdown(rows: readonly (readonly string[])[]): string {
  const [head = [], ...body] = rows;
  const widths = head.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  const line = (row: readonly string[], fill = " ") =>
    `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0, fill)).join(" | ")} |`;
  return [
    line(head),
    line(
      head.map(() => ""),
      "-",
    ),
    ...body.map((row) => line(row)),
  ].join("\n");
}

/** Formats a table of ratios to one of those that are compared, with its figures in the last column. */
export function ratioTable(
  figures: readonly Figure[],
  names: readonly string[],
  baseline: string,
): string {
  const ratio = ({ values }: Figure, name: string) =>
    ((values[name] ?? Number.NaN) / (values[baseline] ?? Number.NaN)).toFixed(2);
  return markdown([
    ["", ...names, `1.00 (${baseline}) is`],
    ...figures.map((each) => [each.what, ...names.map((name) => ratio(each, name)), each.text]),
  ]);
}

/** Formats all figures, ratios first, followed by the tables of single figures. */
export function report(figures: readonly Figure[]): string {
  const rows = figures.map(({ what, ratio, text }) => [
    what,
    ratio === null ? "—" : shown(ratio),
    text,
  ]);
  const details = figures.flatMap(({ detail }) => (detail ? [detail] : []));
  return [markdown([["", "ratio", "figures"], ...rows]), ...details].join("\n\n");
}

/** Formats the goals and whether this run meets them. */
export const formatGoals = (figures: readonly Figure[]): string[] =>
  figures
    .flatMap(({ aim = [] }) => aim)
    .map(({ what, met }) => `${met ? "met    " : "NOT met"} ${what}`);
