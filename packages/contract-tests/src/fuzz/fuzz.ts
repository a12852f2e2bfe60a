import fc from "fast-check";
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
  const base = { area: operation.spec.name, operation: operation.id, kind: "fuzz" as const };
  const needs =
    operation.auth === "required" ? (["token", "state"] as const) : (["state"] as const);
  const reason = notApplicable(context.target, { operation, needs });
  const [start] = valuesFor(operation, context.target);
  if (reason !== undefined) {
    const name = "random requests";
    return { ...base, name, outcome: "not applicable", reason, notes: [], ms: 0 };
  }
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
  const details = await fc.check(property, {
    seed,
    numRuns: 1_000_000,
    interruptAfterTimeLimit: ms,
    markInterruptAsFailure: false,
  });
  const took = performance.now() - began;
  const smallest = details.failed ? details.counterexample?.[0] : undefined;
  const last = smallest && (await judge(smallest));
  if (!last) {
    const name = `random requests (${runs})`;
    return { ...base, name, outcome: "passed", notes: [], ms: took };
  }
  const { request, findings } = last;
  const name = `random requests (seed ${seed}, path ${details.counterexamplePath})`;
  const rule = operation.spec.locate(operation.node);
  const passing: Finding = { kind: "flaky", rule };
  const failure = {
    request: context.curlLine(request),
    findings: findings.length > 0 ? findings : [passing],
  };
  return { ...base, name, outcome: "failed", failure, notes: [], ms: took };
}
