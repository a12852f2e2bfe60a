import { type Figure, shown } from "./figures.ts";

/** A table in Markdown; the first row is its head. */
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

/** All figures, ratios first, and below them the tables that some have of their own. */
export function report(figures: readonly Figure[]): string {
  const rows = figures.map(({ what, ratio, text }) => [
    what,
    ratio === null ? "—" : shown(ratio),
    text,
  ]);
  const details = figures.flatMap(({ detail }) => (detail ? [detail] : []));
  return [markdown([["", "ratio", "figures"], ...rows]), ...details].join("\n\n");
}

/** What is aimed at, and whether this run gets there. */
export const aims = (figures: readonly Figure[]): string[] =>
  figures.flatMap(({ aim }) => (aim ? [`${aim.met ? "met    " : "NOT met"} ${aim.what}`] : []));
