import { expect, test } from "vitest";
import type { Context } from "../src/context.ts";
import type { Coverage } from "../src/coverage.ts";
import type { Result } from "../src/results.ts";
import { verdictOf } from "../src/verdict.ts";

interface Evidence extends Partial<Coverage> {
  /** Why the run could not start or finish. */
  readonly obstacles?: readonly string[];
  readonly strict?: boolean;
  readonly isPrism?: boolean;
}

const [passed, failed, none] = ["passed", "failed", "not applicable"] as const;
const nothing = "nothing was tested: what is selected is not applicable to this target";

test.each<[string, Result["outcome"][], Evidence, string, readonly string[], number]>([
  ["all tested", [passed], {}, "kept", [], 0],
  ["a failure", [passed, failed], {}, "broken", [], 1],
  ["a failure before the end", [failed], { obstacles: ["late"] }, "broken", [], 1],
  ["missing", [passed], { missing: ["x"] }, "kept", [], 0],
  [
    "missing, strictly",
    [passed],
    { missing: ["x"], strict: true, isPrism: true },
    "partial",
    ["x"],
    2,
  ],
  ["not begun", [], { obstacles: ["no"] }, "untested", ["no"], 2],
  ["not finished", [passed], { obstacles: ["late"] }, "untested", ["late"], 2],
  ["nothing applicable", [none], {}, "untested", [nothing], 2],
  ["some applicable", [none, passed], {}, "kept", [], 0],
  ["untried", [passed], { untried: ["x"] }, "partial", ["x"], 0],
  ["untried, of Prism", [passed], { untried: ["x"], isPrism: true }, "kept", [], 0],
  ["unchecked", [passed], { unchecked: ["y"] }, "kept", [], 0],
  [
    "unchecked, strictly",
    [passed],
    { untried: ["x"], unchecked: ["y"], strict: true },
    "partial",
    ["x", "y"],
    2,
  ],
])("the verdict: %s", (_, outcomes, evidence, verdict, reasons, exitCode) => {
  const { obstacles = [], strict = false, isPrism = false, ...lists } = evidence;
  const coverage = { missing: [], untried: [], unchecked: [], ...lists } as unknown as Coverage;
  const results = outcomes.map((outcome) => ({ outcome }) as Result);
  const context = { target: { isPrism } } as unknown as Context;
  const found = verdictOf({ context, results, coverage, reasons: obstacles, strict });
  expect(found).toEqual({ verdict, reasons, exitCode, ok: exitCode === 0 });
});
