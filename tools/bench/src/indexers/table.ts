import { type Figure, shown } from "../figures.ts";
import { markdown } from "../report.ts";

/** Measured of each indexer. */
export const COLUMNS = ["wall s", "processor s", "memory MB", "disk MB"] as const;
/** Processor time of a read of each API. */
const READS = ["transaction µs", "page of 100 µs"] as const;

/** Formats what each indexer took to catch up, and what its reads take. */
export function indexersTable(figures: readonly Figure[]): string {
  const names = [...COLUMNS, ...READS];
  return markdown([
    ["", ...names],
    ...figures.map(({ what, values }) => [
      what,
      ...names.map((name) => shown(values[name] ?? Number.NaN)),
    ]),
  ]);
}
