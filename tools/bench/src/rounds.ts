/** One of the things compared. */
export interface Candidate {
  readonly name: string;
  /** Does the work once. */
  readonly run: () => Promise<unknown>;
}

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;

/**
 * How often each candidate does its work per second: all in turn, in many rounds, so that whatever
 * slows the machine slows all; the median round counts.
 *
 * @param millis How long one candidate runs in one round.
 */
export async function perSecond(
  candidates: readonly Candidate[],
  rounds: number,
  millis: number,
): Promise<Map<string, number>> {
  const rates = new Map<string, number[]>(candidates.map(({ name }) => [name, []]));
  for (let round = 0; round <= rounds; round++) {
    for (const { name, run } of candidates) {
      const start = performance.now();
      let done = 0;
      let passed = 0;
      do {
        await run();
        done++;
        passed = performance.now() - start;
      } while (passed < millis);
      // The first round only warms up.
      if (round > 0) rates.get(name)?.push((done / passed) * 1000);
    }
  }
  return new Map([...rates].map(([name, all]) => [name, median(all)]));
}
