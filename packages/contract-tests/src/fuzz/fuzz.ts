import fc from "fast-check";
import type { Need } from "../cases/case.ts";
import { valuesFor } from "../cases/values.ts";
import type { Context } from "../context.ts";
import type { InvariantOptions } from "../invariants/run.ts";
import type { Finding } from "../judge/finding.ts";
import { inParallel } from "../parallel.ts";
import type { Result } from "../results.ts";
import type { Operation } from "../spec/operations.ts";
import { notApplicable } from "../targets/target.ts";
import { caseOf, type Draw, drawOf } from "./draw.ts";

/** Fuzzing options. */
export interface FuzzOptions extends InvariantOptions {
  /** Duration in milliseconds. */
  readonly ms: number;
}

/**
 * Sends random requests to every operation: valid ones, which must be accepted, and nearly valid
 * ones, which must be rejected. A failure is shrunk to the smallest request that still fails.
 */
export async function fuzz(context: Context, options: FuzzOptions): Promise<void> {
  const { selects, concurrency, add } = options;
  const selected = context.operations.filter((operation) =>
    selects({ area: operation.spec.name, operation: operation.id, kind: "fuzz", name: "" }),
  );
  const rounds = Math.ceil(selected.length / concurrency);
  await inParallel(selected, concurrency, async (operation) => {
    add(await fuzzOperation(context, operation, options, options.ms / rounds));
  });
}

async function fuzzOperation(
  context: Context,
  operation: Operation,
  { seed, waivers, isOver }: FuzzOptions,
  ms: number,
): Promise<Result> {
  const began = performance.now();
  const { id, spec, auth, node } = operation;
  const base = { area: spec.name, operation: id, kind: "fuzz" as const, notes: [] };
  const needs: Need[] = auth === "required" ? ["token", "state"] : ["state"];
  const reason = notApplicable(context.target, { operation, needs });
  if (reason !== undefined) {
    return { ...base, name: "random requests", outcome: "not applicable", reason, ms: 0 };
  }
  const [start] = valuesFor(operation, context.target);
  let runs = 0;
  const judge = async (draw: Draw) => {
    const made = caseOf(context, operation, start, draw);
    if (!made) {
      return undefined;
    }
    const { verdict } = await context.exchange(operation, made.request, made.expect);
    const { findings } = waivers.apply({ operation, kind: "fuzz" }, verdict.findings);
    return { request: made.request, findings };
  };
  const property = fc.asyncProperty(drawOf(operation, start), async (draw) => {
    runs += 1;
    return isOver() || !(await judge(draw))?.findings.length;
  });
  const { counterexample, counterexamplePath } = await fc.check(property, {
    seed,
    numRuns: 1_000_000,
    interruptAfterTimeLimit: ms,
    markInterruptAsFailure: false,
  });
  const last = counterexample && (await judge(counterexample[0]));
  const took = performance.now() - began;
  if (!last) {
    return { ...base, name: `random requests (${runs})`, outcome: "passed", ms: took };
  }
  const passing: Finding = { kind: "flaky", rule: spec.locate(node) };
  const failure = {
    request: context.curlLine(last.request),
    findings: last.findings.length > 0 ? last.findings : [passing],
  };
  const name = `random requests (seed ${seed}, path ${counterexamplePath})`;
  return { ...base, name, outcome: "failed", failure, ms: took };
}
