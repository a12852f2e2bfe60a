import fc from "fast-check";
import type { Fixture } from "./fixture.ts";

/** Checks a property of random values up to the first counterexample. */
export async function checkProperty<Value>(
  fixture: Fixture,
  arbitrary: fc.Arbitrary<Value>,
  { numRuns, examples }: { numRuns: number; examples: readonly Value[] },
  check: (value: Value) => Promise<void>,
): Promise<void> {
  const { findings } = fixture;
  let untried: unknown;
  const holds = fc.asyncProperty(arbitrary, async (value) => {
    const before = findings.length;
    // The check of properties would take it for a counterexample.
    await fixture
      .attempt(() => check(value))
      .catch((error) => {
        untried = error;
      });
    return untried === undefined && findings.length === before;
  });
  const settings = { seed: fixture.seed, numRuns, endOnFailure: true };
  await fc.check(holds, { ...settings, examples: examples.map((each): [Value] => [each]) });
  if (untried !== undefined) {
    throw untried;
  }
}
