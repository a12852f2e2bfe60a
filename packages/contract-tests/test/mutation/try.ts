import { attemptsOf, Recorded, sample, unlessUnknown } from "../../defects/attempts.ts";
import type { Defect } from "../../defects/service/defect.ts";
import { defects, FOUND_BY } from "../../defects/service/index.ts";
import { findingText } from "../../src/report/finding-text.ts";
import { titleOfResult } from "../../src/results.ts";
import { runContract } from "../../src/run.ts";
import { loadSpecs } from "../../src/spec/load.ts";
import { known, startReference } from "../reference/server.ts";
import { TOKEN } from "../reference/service.ts";

/** Which case found each defect when last recorded. */
export const recorded = new Recorded(FOUND_BY);

/** The defects that are tried: every sixth, all each night. */
export const tried = sample(defects, 6);

/** Result of the suite for a server with one defect. */
export interface Trial {
  readonly kind: string;
  readonly basis: Defect["basis"];
  readonly defect: string;
  /** Title of the first case or invariant that failed; absent: the defect was not found. */
  readonly caughtBy?: string;
  /** The line of a spec that it broke. */
  readonly rule?: string;
}

/**
 * Runs the suite against the reference implementation with one defect, up to the first failure. The case
 * that found it when last recorded goes first, then the invariants if one is likely to notice; unless
 * one fails, everything is run.
 *
 * @param allow Waivers.
 */
export async function tryDefect(defect: Defect, allow: readonly string[] = []): Promise<Trial> {
  const title = recorded.titleOf(`${defect.kind}: ${defect.name}`);
  let trial: Trial | undefined;
  for (const include of attemptsOf(title, defect.basis === "implied")) {
    trial = await tryPart(defect, allow, include).catch(unlessUnknown);
    if (trial?.caughtBy !== undefined) {
      break;
    }
  }
  return trial ?? { kind: defect.kind, basis: defect.basis, defect: defect.name };
}

/** Titles of the recorded cases that fail without any defect, and would find one everywhere. */
export async function failingAnyway(titles: readonly string[]): Promise<string[]> {
  const reference = await startReference();
  try {
    const report = await runContract(
      { ...OPTIONS, target: reference.url, include: titles },
      await specs,
    );
    return report.results.filter(({ outcome }) => outcome === "failed").map(titleOfResult);
  } finally {
    await reference.close();
  }
}

async function tryPart(
  { kind, name, basis, apply, blockWaitMs = 0 }: Defect,
  allow: readonly string[],
  include?: readonly string[],
): Promise<Trial> {
  const reference = await startReference(apply);
  try {
    const report = await runContract(
      {
        ...OPTIONS,
        target: reference.url,
        allow,
        ...(include && { include }),
        bail: true,
        blockWaitMs,
      },
      await specs,
    );
    const failed = report.results.find(({ outcome }) => outcome === "failed");
    if (!failed) {
      // Reasons why the suite could not test are included, such as a refused token.
      const isTold = report.reasons.some((reason) => reason.startsWith("the token is rejected"));
      return { kind, basis, defect: name, ...(isTold ? { caughtBy: "preflight" } : {}) };
    }
    const [first] = failed.failure?.findings ?? [];
    const rule = first ? findingText(first).rule : "";
    return { kind, basis, defect: name, caughtBy: titleOfResult(failed), rule };
  } finally {
    await reference.close();
  }
}

const OPTIONS = {
  token: TOKEN,
  known,
  seed: 1,
  timeoutMs: 1000,
  deadlineMs: 60_000,
  blockWaitMs: 0,
};
const specs = loadSpecs();
