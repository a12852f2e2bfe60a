import { record } from "../record.ts";
import { compareWith } from "./against.ts";
import { createContext, type Measure } from "./context.ts";
import { QUICK, THOROUGH } from "./effort.ts";
import type { Figure } from "./figures.ts";
import { compression } from "./measures/compression.ts";
import { ingest } from "./measures/ingest.ts";
import { load } from "./measures/load.ts";
import { mixed } from "./measures/mixed.ts";
import { pages } from "./measures/pages.ts";
import { reads } from "./measures/reads.ts";
import { rollback } from "./measures/rollback.ts";
import { soak } from "./measures/soak.ts";
import { visible } from "./measures/visible.ts";
import { aims, bars, report } from "./report.ts";

export { PROVIDERS } from "./limited-provider.ts";

/** All measures of the service, by their name for `--only`. */
export const serviceMeasures: Readonly<Record<string, Measure>> = {
  reads,
  load,
  pages,
  mixed,
  compression,
  ingest,
  rollback,
  visible,
  soak,
};

/** Default measures: those that take minutes rather than tens of minutes. */
export const usualServiceMeasures = Object.keys(serviceMeasures).filter((name) => name !== "soak");

/** Options of the measurements. */
export interface ServiceOptions {
  readonly chosen: readonly string[];
  readonly quick: boolean;
  readonly json: boolean;
  /** Whether to record the ratios in history and chart. */
  readonly record: boolean;
  /** Duration in minutes. Default: that of the thoroughness. */
  readonly soak?: number | undefined;
  /** Provider in front of the node of the soak test. Default: none. */
  readonly provider?: string | undefined;
  /** Folder of another checkout to compare with, in so many rounds. */
  readonly against?: { readonly checkout: string; readonly rounds: number } | undefined;
}

/** Measures the service and prints the results. */
export async function measureService(options: ServiceOptions): Promise<void> {
  const effort = { ...(options.quick ? QUICK : THOROUGH), provider: options.provider };
  const { soak: soakMinutes = effort.soakMinutes } = options;
  if (options.against) {
    const { checkout, rounds } = options.against;
    const chosen = options.chosen.flatMap((name) => serviceMeasures[name] ?? []);
    return console.log(await compareWith(checkout, chosen, { ...effort, soakMinutes }, rounds));
  }
  const context = await createContext({ ...effort, soakMinutes });
  const found: Record<string, Figure[]> = {};
  try {
    for (const [name, measure] of Object.entries(serviceMeasures)) {
      if (!options.chosen.includes(name)) {
        continue;
      }
      console.error(`measuring ${name} …`);
      found[name] = await measure(context);
    }
  } finally {
    await context.close();
  }
  if (options.json) {
    return console.log(JSON.stringify(found));
  }
  const figures = Object.values(found).flat();
  console.log(`${report(figures)}\n\n${aims(figures).join("\n")}`);
  if (options.record) {
    console.log((await record("service", bars(figures))).join("\n"));
  }
}
