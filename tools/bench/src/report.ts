import { type Figure, shown } from "./figures.ts";

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
