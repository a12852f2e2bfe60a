import { type Figure, shown } from "../figures.ts";
import { markdown } from "../report.ts";

/** Measured of each indexer. */
export const COLUMNS = ["wall s", "processor s", "memory MB", "disk MB"] as const;
const READS = ["transaction", "page"];

/** Formats what each indexer took, and what its reads take. */
export function indexersTable(figures: readonly Figure[]): string {
  const caughtUp = figures.filter(({ values }) => "wall s" in values);
  const reads = figures.filter(({ values }) => "transaction" in values);
  const cells = ({ values }: Figure, names: readonly string[]) =>
    names.map((name) => shown(values[name] ?? Number.NaN));
  return [
    markdown([
      ["from empty to caught up", ...COLUMNS, "indexes"],
      ...caughtUp.map((each) => [each.what, ...cells(each, COLUMNS), each.text]),
    ]),
    markdown([
      ["processor time of a read, µs", "transaction", "page of 100"],
      ...reads.map((each) => [each.what, ...cells(each, READS)]),
    ]),
  ].join("\n\n");
}
