// Bundled, and run inside the runtime under test.
import { runVector } from "../../../../packages/runtime/test/vectors/runner.ts";

/** Carries out every vector: subjects side by side, the vectors of one in order. */
export async function runPlan(
  factories: Parameters<typeof runVector>[0],
  url: string,
): Promise<void> {
  const { operations, subjects } = await (await fetch(`${url}/plan`)).json();
  const outcomes = await Promise.all(
    subjects.map(async (subject: { url: string; vectors: Parameters<typeof runVector>[2][] }) => {
      const done: unknown[] = [];
      for (const [i, vector] of subject.vectors.entries()) {
        done.push(await runVector(factories, operations, vector, `${subject.url}/${i}`));
      }
      return done;
    }),
  );
  await fetch(`${url}/outcomes`, { method: "POST", body: JSON.stringify(outcomes) });
}
