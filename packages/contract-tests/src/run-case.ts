import type { Case } from "./cases/case.ts";
import type { Context } from "./context.ts";
import type { Result } from "./results.ts";
import { notApplicable } from "./targets/target.ts";
import { Waivers } from "./waivers.ts";

/** Runs one case against the target. */
export async function runCase(
  context: Context,
  each: Case,
  waivers: Waivers = new Waivers([]),
): Promise<Result> {
  const { operation, kind, name, request, expect, valid } = each;
  const began = performance.now();
  const base = { area: operation.spec.name, operation: operation.id, kind, name, notes: [] };
  const reason = notApplicable(context.target, each);
  if (reason !== undefined) {
    return { ...base, outcome: "not applicable", reason, ms: 0 };
  }
  const { verdict, untried } = await context.exchange(operation, request, expect, valid);
  const ms = performance.now() - began;
  const { findings, waived } = waivers.apply(each, verdict.findings);
  const done = { ...base, notes: verdict.notes, ms, ...(waived.length > 0 && { waived }) };
  if (findings.length > 0) {
    const failure = { request: context.curlLine(request), findings };
    return { ...done, outcome: "failed", failure };
  }
  return untried === undefined
    ? { ...done, outcome: "passed" }
    : { ...done, outcome: "not applicable", reason: untried };
}
