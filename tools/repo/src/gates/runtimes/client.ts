// Bundled and executed in the runtime under test.
import { runVector } from "../../../../../packages/runtime/test/vectors/runner.ts";

/** Runs all vectors in sequence, because concurrent ones would delay each other into timeouts. */
export async function runPlan(
  factories: Parameters<typeof runVector>[0],
  url: string,
): Promise<void> {
  const { operations, subjects } = await (await fetch(`${url}/plan`)).json();
  const outcomes: unknown[][] = [];
  for (const subject of subjects) {
    const done: unknown[] = [];
    for (const [i, vector] of subject.vectors.entries()) {
      done.push(await runVector(factories, operations, vector, `${subject.url}/${i}`));
    }
    outcomes.push(done);
  }
  await fetch(`${url}/outcomes`, { method: "POST", body: JSON.stringify(outcomes) });
}
