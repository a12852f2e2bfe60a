/** How thoroughly to measure. */
export interface Effort {
  readonly rounds: number;
  /** How long one candidate runs in one round, in milliseconds. */
  readonly millis: number;
  /** How many rounds of what takes a new process each time. */
  readonly processRounds: number;
}

/** One of the things compared. */
export interface Candidate {
  readonly name: string;
  /** Does the work once. */
  readonly run: () => Promise<unknown>;
}

/** The middle one of some numbers. */
const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;

/**
 * Takes a figure of each candidate, all in turn, in many rounds, so that whatever slows the machine
 * slows all.
 *
 * @param rounds How many figures to take of each; one more, the first, only warms up.
 * @returns The median of each.
 */
export async function inTurn<Each extends Pick<Candidate, "name">>(
  candidates: readonly Each[],
  rounds: number,
  figure: (candidate: Each) => Promise<number>,
): Promise<Map<string, number>> {
  const figures = new Map<string, number[]>(candidates.map(({ name }) => [name, []]));
  for (let round = 0; round <= rounds; round++) {
    for (const candidate of candidates) {
      const taken = await figure(candidate);
      if (round > 0) {
        figures.get(candidate.name)?.push(taken);
      }
    }
  }
  return new Map([...figures].map(([name, all]) => [name, median(all)]));
}

/**
 * How often each candidate does its work per second.
 *
 * @param millis How long one candidate runs in one round.
 * @param clock The time that passed, in milliseconds.
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

/** The time that this process has spent computing: what else runs on the machine does not count. */
export const cpuMillis = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
