import { expect, test } from "vitest";
import type { Context } from "../src/context.ts";
import type { Coverage } from "../src/coverage.ts";
import type { Result } from "../src/results.ts";
import { verdictOf } from "../src/verdict.ts";

test.each<[string, Result["outcome"][], Partial<Coverage>, string[], object, object]>([
  ["all tested", ["passed"], {}, [], {}, { verdict: "kept", exitCode: 0, ok: true }],
  ["a failure", ["passed", "failed"], {}, [], {}, { verdict: "broken", exitCode: 1, ok: false }],
  ["a failure before the end", ["failed"], {}, ["late"], {}, { verdict: "broken", reasons: [] }],
  ["missing", ["passed"], { missing: ["x"] }, [], {}, { verdict: "kept", exitCode: 0, ok: true }],
  [
    "missing, strictly",
    ["passed"],
    { missing: ["x"] },
    [],
    { strict: true, isPrism: true },
    { verdict: "partial", reasons: ["x"], exitCode: 2, ok: false },
  ],
  [
    "not begun",
    [],
    {},
    ["no"],
    {},
    { verdict: "untested", reasons: ["no"], exitCode: 2, ok: false },
  ],
  ["not finished", ["passed"], {}, ["late"], {}, { verdict: "untested", reasons: ["late"] }],
  ["nothing applicable", ["not applicable"], {}, [], {}, { verdict: "untested", exitCode: 2 }],
  ["some applicable", ["not applicable", "passed"], {}, [], {}, { verdict: "kept" }],
  [
    "untried",
    ["passed"],
    { untried: ["x"] },
    [],
    {},
    { verdict: "partial", reasons: ["x"], exitCode: 0, ok: true },
  ],
  ["untried, of Prism", ["passed"], { untried: ["x"] }, [], { isPrism: true }, { verdict: "kept" }],
  ["unchecked", ["passed"], { unchecked: ["y"] }, [], {}, { verdict: "kept", reasons: [] }],
  [
    "unchecked, strictly",
    ["passed"],
    { untried: ["x"], unchecked: ["y"] },
    [],
    { strict: true },
    { verdict: "partial", reasons: ["x", "y"], exitCode: 2, ok: false },
  ],
])(
  "the verdict: %s",
  (_, outcomes, lists, reasons, { strict = false, ...target }: { strict?: boolean }, expected) => {
    const coverage = { missing: [], untried: [], unchecked: [], ...lists } as unknown as Coverage;
    const results = outcomes.map((outcome) => ({ outcome }) as Result);
    const context = { target: { isPrism: false, ...target } } as unknown as Context;
    expect(verdictOf({ context, results, coverage, reasons, strict })).toMatchObject(expected);
  },
);
