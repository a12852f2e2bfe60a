import { discover } from "../src/chain/discover.ts";
import type { Context } from "../src/context.ts";
import type { Known } from "../src/index.ts";
import { runInvariants } from "../src/invariants/run.ts";
import { findingText } from "../src/report/finding-text.ts";
import type { Result } from "../src/results.ts";
import { createSelection } from "../src/selection.ts";
import { Waivers } from "../src/waivers.ts";
import { type Body, bodies } from "./defects/service/defect.ts";
import { inContext } from "./reference/fixture.ts";
import type { Service } from "./reference/service.ts";

/** What one invariant said of a deployment. */
export interface Outcome {
  /** `unchecked` where it is not applicable although the deployment could have what it is about. */
  readonly outcome: string;
  /** What was expected where it was violated. */
  readonly expected: readonly string[];
  /** Why nothing was compared. */
  readonly reason: string;
}

/** What a run knows of the reference once it has read its chains. */
const discovered = await inContext(async (context) => {
  await discover(context, undefined, () => false);
  return context.target.known;
});

/** Runs one invariant against a reference that is changed, without the rest of a run. */
export async function outcomeOf(
  title: string,
  change: (service: Service) => void = () => {},
  calls: Known = discovered,
): Promise<Outcome> {
  const results: Result[] = [];
  const run = async (context: Context) => {
    await runInvariants(context, {
      seed: 1,
      waivers: new Waivers([]),
      selects: createSelection([title]),
      concurrency: 1,
      add: (result) => results.push(result),
      isOver: () => false,
    });
    await context.cleanUp();
  };
  await inContext(run, change, calls);
  const [result, ...others] = results;
  if (!result || others.length > 0) {
    throw new Error(`${title}: ${results.length} results instead of one`);
  }
  const findings = result.failure?.findings ?? [];
  if (findings.some((finding) => Object.values(finding).includes(""))) {
    throw new Error(`${title}: a violation without words`);
  }
  return {
    outcome: result.isUnchecked ? "unchecked" : result.outcome,
    expected: findings.map((finding) => findingText(finding).expected),
    reason: result.reason ?? "",
  };
}

/** Changes the block of every lookup. */
export const blocks = (change: (block: Body) => void) =>
  bodies("getBlock", (body: Body) => void change(body.block));
