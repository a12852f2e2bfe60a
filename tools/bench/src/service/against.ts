import { type BenchContext, createContext, type Measure } from "./context.ts";
import type { Effort } from "./effort.ts";
import { type Figure, median, shown } from "./figures.ts";
import { markdown } from "./report.ts";
import { useCheckout } from "./service.ts";

/** Build of the service, with its own data. */
interface Candidate {
  readonly checkout: string | undefined;
  readonly context: BenchContext;
  /** Ratios by what they compare, one per round. */
  readonly ratios: Map<string, number[]>;
}

/**
 * Measures the service of another checkout and this one in turn, by the measures of this one.
 *
 * @param checkout Folder of the other checkout, installed and built.
 * @returns Table of the medians of all rounds, with the smallest and the largest.
 */
export async function compareWith(
  checkout: string,
  measures: readonly Measure[],
  effort: Effort,
  rounds: number,
): Promise<string> {
  const candidates: Candidate[] = [];
  useCheckout(checkout);
  try {
    for (const each of [checkout, undefined]) {
      const context = await createContext(effort);
      candidates.push({ checkout: each, context, ratios: new Map() });
    }
    for (let round = 0; round < rounds; round += 1) {
      console.error(`round ${round + 1} of ${rounds} …`);
      for (const measure of measures) {
        // Who goes first changes, so that neither always finds the machine warmer.
        for (const candidate of round % 2 === 0 ? candidates : candidates.toReversed()) {
          await take(candidate, measure);
        }
      }
    }
  } finally {
    useCheckout(undefined);
    await Promise.all(candidates.map(({ context }) => context.close()));
  }
  const [before, after] = candidates.map(({ ratios }) => ratios);
  return table(before ?? new Map(), after ?? new Map());
}

async function take({ checkout, context, ratios }: Candidate, measure: Measure): Promise<void> {
  useCheckout(checkout);
  for (const { what, ratio, text } of await measure(context)) {
    const name = nameOf(what);
    // The table has ratios only.
    console.error(`${checkout ?? "this checkout"}: ${what}: ${text}`);
    if (ratio !== null) {
      ratios.set(name, [...(ratios.get(name) ?? []), ratio]);
    }
  }
}

function table(before: Candidate["ratios"], after: Candidate["ratios"]): string {
  const rows = [...after].map(([name, own]) => {
    const other = before.get(name) ?? [];
    return [name, range(other), range(own), shown(median(own) / median(other))];
  });
  return markdown([["", "before", "after", "after to before"], ...rows]);
}

function range(values: readonly number[]): string {
  const ends = `${shown(Math.min(...values))} to ${shown(Math.max(...values))}`;
  return values.length > 1 ? `${shown(median(values))} (${ends})` : shown(median(values));
}

/** Removes the figures of a run from what it compares. */
function nameOf(what: Figure["what"]): string {
  return what.replace(/\d[\d,.]* transactions\/s/, "transactions");
}
