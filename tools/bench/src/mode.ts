import { type Figure, formatGoals, report } from "./figures.ts";

/** Options of a run. */
interface RunOptions {
  readonly quick?: true;
  readonly json?: true;
  /** Names of the measures. Default: all but the long ones. */
  readonly only?: readonly string[] | undefined;
}

/** Measures one subject with the resources of its mode. */
export type Measure<Resources> = (resources: Resources) => Promise<readonly Figure[]>;

/** Set of measures that share resources. */
interface Definition<Resources> {
  /** Measures by their name for `--only`, in the order of the report. */
  readonly measures: Readonly<Record<string, Measure<Resources>>>;
  /** Measures that are only made if they are named. */
  readonly long?: readonly string[];
  open(options: RunOptions): Promise<Resources>;
  close?(resources: Resources): Promise<void>;
  /** Formats the figures. Default: a row for each. */
  format?(figures: readonly Figure[]): string;
}

/** Set of measures that can be run. */
export interface Mode {
  /** Names of the measures. */
  readonly names: readonly string[];
  /** Makes the chosen measures and prints their figures and goals. */
  run(options: RunOptions): Promise<void>;
}

/** Creates a mode from its measures. */
export function defineMode<Resources>({
  measures,
  long = [],
  open,
  close,
  format = report,
}: Definition<Resources>): Mode {
  const names = Object.keys(measures);
  return {
    names,
    async run(options) {
      const chosen = options.only ?? names.filter((name) => !long.includes(name));
      const found: Record<string, readonly Figure[]> = {};
      const resources = await open(options);
      try {
        for (const [name, measure] of Object.entries(measures)) {
          if (chosen.includes(name)) {
            console.error(`measuring ${name} …`);
            found[name] = await measure(resources);
          }
        }
      } finally {
        await close?.(resources);
      }
      if (options.json) {
        return console.log(JSON.stringify(found));
      }
      const figures = Object.values(found).flat();
      console.log(`${format(figures)}\n\n${formatGoals(figures).join("\n")}`);
    },
  };
}
