import type { Coverage } from "./coverage.ts";
import type { Result } from "./results.ts";

/**
 * Verdict of a run:
 *
 * - `kept`: everything applicable was tested, and there are no violations;
 * - `partial`: no violations, but some operations were not tested with existing values;
 * - `broken`: there are violations;
 * - `untested`: the target could not be tested, or the run did not complete.
 */
export type Verdict = "kept" | "partial" | "broken" | "untested";

/** The outcome of a run. */
export interface Report {
  /** Base URLs of the target. */
  readonly target: string;
  readonly seed: number;
  readonly verdict: Verdict;
  /** Reasons for the verdict `partial` or `untested`. */
  readonly reasons: readonly string[];
  /** Parts that were not run: areas without a base URL, and tests that `include` and `exclude` deselect. */
  readonly omitted: readonly string[];
  /** 0: no violation; 1: violations; 2: could not be tested. */
  readonly exitCode: 0 | 1 | 2;
  /** Whether the exit code is 0. */
  readonly ok: boolean;
  readonly results: readonly Result[];
  readonly coverage: Coverage;
  readonly ms: number;
}
