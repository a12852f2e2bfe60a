import { findingText } from "../../src/report/finding-text.ts";
import { titleOf } from "../../src/results.ts";
import { runOnReference } from "../reference/run.ts";
import { known } from "../reference/server.ts";
import { attemptsOf, Recorded, unlessUnknown } from "./attempts.ts";
import { FOUND_BY } from "./corpus.ts";
import type { Defect } from "./service/defect.ts";

/** Which case found each defect when last recorded. */
export const recorded = new Recorded(FOUND_BY);

/** Result of the suite for a server with one defect. */
export interface Trial {
  readonly defect: string;
  /** Title of the first case or invariant that failed; absent: the defect was not found. */
  readonly caughtBy?: string;
  /** The line of a spec that it broke. */
  readonly rule?: string;
}

/** A busy machine may take seconds for what a defect would have to be blamed for otherwise. */
export const OPTIONS = { known, timeoutMs: 60_000 };

/** The name under which it is recorded what finds a defect. */
export const nameOf = ({ name }: Defect): string => `service: ${name}`;

/**
 * Runs the suite against the reference implementation with one defect, up to the first failure. The case
 * that found it when last recorded goes first, then the invariants if one is likely to notice; unless
 * one fails, everything is run.
 *
 * @param allow Waivers.
 */
export async function tryDefect(defect: Defect, allow: readonly string[] = []): Promise<Trial> {
  const title = recorded.titleOf(nameOf(defect));
  let trial: Trial | undefined;
  for (const include of attemptsOf(title, defect.basis === "implied")) {
    trial = await tryPart(defect, allow, include).catch(unlessUnknown);
    if (trial?.caughtBy !== undefined) {
      break;
    }
  }
  return trial ?? { defect: nameOf(defect) };
}

async function tryPart(
  defect: Defect,
  allow: readonly string[],
  include?: readonly string[],
): Promise<Trial> {
  const options = { ...OPTIONS, allow, bail: true, ...(include && { include }) };
  const report = await runOnReference(options, defect.apply);
  const failed = report.results.find(({ outcome }) => outcome === "failed");
  if (!failed) {
    // Reasons why the suite could not test are included, such as a refused token.
    const isTold = report.reasons.some((reason) => reason.startsWith("the token is rejected"));
    return { defect: nameOf(defect), ...(isTold && { caughtBy: "preflight" }) };
  }
  const [first] = failed.failure?.findings ?? [];
  const rule = first ? findingText(first).rule : "";
  return { defect: nameOf(defect), caughtBy: titleOf(failed), rule };
}

/** Titles of the cases that find the defects but fail without any, too, and would find one everywhere. */
export async function failingAnyway(titles: readonly string[]): Promise<string[]> {
  const { results } = await runOnReference({ ...OPTIONS, include: titles });
  return results.filter(({ outcome }) => outcome === "failed").map(titleOf);
}
