import type { Coverage } from "./coverage/coverage.ts";
import type { Result } from "./results.ts";

/**
 * - `kept`: everything applicable was tried, and nothing broke the contract;
 * - `partial`: nothing broke the contract, but operations were not tried with existing values;
 * - `broken`: something broke the contract;
 * - `untested`: the target could not be tested, or not to the end.
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
  /** What the run left out: areas without a base URL, and what `include` and `exclude` say. */
  readonly omitted: readonly string[];
  /** 0: no violation; 1: violations; 2: could not be tested. */
  readonly exitCode: 0 | 1 | 2;
  /** Whether the exit code is 0. */
  readonly ok: boolean;
  readonly results: readonly Result[];
  readonly coverage: Coverage;
  readonly ms: number;
}
