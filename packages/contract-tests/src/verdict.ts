import type { Context } from "./context.ts";
import type { Coverage } from "./coverage.ts";
import type { Report } from "./report.ts";
import type { Result } from "./results.ts";

/** Input of a verdict. */
interface Evidence {
  readonly context: Context;
  readonly results: readonly Result[];
  readonly coverage: Coverage;
  /** Reasons why the run could not start or finish. */
  readonly reasons: readonly string[];
  readonly strict: boolean;
}

/**
 * Determines the verdict of a run. What could not be tried breaks no contract: the report lists it, and it fails a
 * strict run.
 */
export function verdictOf({
  context,
  results,
  coverage,
  reasons,
  strict,
}: Evidence): Pick<Report, "verdict" | "reasons" | "exitCode" | "ok"> {
  const isBroken = results.some(({ outcome }) => outcome === "failed");
  const obstacles =
    reasons.length === 0 && results.every(({ outcome }) => outcome === "not applicable")
      ? ["nothing was tested: what is selected is not applicable to this target"]
      : reasons;
  if (!isBroken && obstacles.length > 0) {
    return { verdict: "untested", reasons: obstacles, exitCode: 2, ok: false };
  }
  if (isBroken) {
    return { verdict: "broken", reasons: [], exitCode: 1, ok: false };
  }
  const ofTarget = strict ? [...coverage.untried, ...coverage.unchecked] : coverage.untried;
  const untried = [
    ...(strict ? coverage.missing : []),
    ...(context.target.isPrism ? [] : ofTarget),
  ];
  if (untried.length === 0) {
    return { verdict: "kept", reasons: [], exitCode: 0, ok: true };
  }
  return { verdict: "partial", reasons: untried, exitCode: strict ? 2 : 0, ok: !strict };
}
