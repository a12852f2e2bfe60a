import { median } from "./figures.ts";

/** Thoroughness of a measurement. */
export interface Effort {
  readonly rounds: number;
  /** Duration of a candidate in a round, in milliseconds. */
  readonly millis: number;
  /** Number of rounds of measures that start a new process each time. */
  readonly processRounds: number;
}

/** Candidate of a comparison. */
export interface Candidate {
  readonly name: string;
  /** Runs the work once. */
  readonly run: () => Promise<unknown>;
}

/** Returns the items in a random order. */
const shuffled = <Item>(items: readonly Item[]): Item[] =>
  items
    .map((item) => ({ item, key: Math.random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item);

/**
 * Measures all candidates in turn over many rounds, so that a slowdown of the machine affects all. The
 * order changes with each round: the garbage of a candidate is collected during the next ones.
 *
 * @param rounds Number of measured rounds, after one round of warm-up.
 * @returns Median of each candidate.
 */
export async function inTurn<Each extends Pick<Candidate, "name">>(
  candidates: readonly Each[],
  rounds: number,
  figure: (candidate: Each) => Promise<number>,
): Promise<Map<string, number>> {
  const figures = new Map<string, number[]>(candidates.map(({ name }) => [name, []]));
  for (let round = 0; round <= rounds; round++) {
    for (const candidate of shuffled(candidates)) {
      const taken = await figure(candidate);
      if (round > 0) {
        figures.get(candidate.name)?.push(taken);
      }
    }
  }
  return new Map([...figures].map(([name, all]) => [name, median(all)]));
}

/**
 * Measures the runs per second of each candidate.
 *
 * @param millis How long one candidate runs in one round.
 * @param clock Clock in milliseconds.
 */
export const perSecond = (
  candidates: readonly Candidate[],
  { rounds, millis }: Effort,
  clock: () => number = () => performance.now(),
) =>
  inTurn(candidates, rounds, async ({ run }) => {
    const start = performance.now();
    const from = clock();
    let done = 0;
    do {
      await run();
      done++;
    } while (performance.now() - start < millis);
    return (done / (clock() - from)) * 1000;
  });

/** CPU time of this process in milliseconds, which other processes do not affect. */
export const cpuMillis = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
