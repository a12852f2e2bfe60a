import type { Case } from "./cases/case.ts";
import type { Context } from "./context.ts";
import type { Verdict } from "./judge/judge.ts";
import type { Result } from "./results.ts";
import { notApplicable } from "./targets/target.ts";
import { UntriedError } from "./untried.ts";
import { Waivers } from "./waivers/waivers.ts";

/** Runs one case against the target. */
export async function runCase(
  context: Context,
  each: Case,
  waivers: Waivers = new Waivers([]),
): Promise<Result> {
  const { operation, kind, name, request } = each;
  const began = performance.now();
  const base = { area: operation.spec.name, operation: operation.id, kind, name, notes: [] };
  const reason = notApplicable(context.target, each);
  if (reason !== undefined) {
    return { ...base, outcome: "not applicable", reason, ms: 0 };
  }
  const { verdict, untried } = await exchange(context, each);
  const ms = performance.now() - began;
  const { findings, waived } = waivers.apply(each, verdict.findings);
  const done = { ...base, notes: verdict.notes, ms, ...(waived.length > 0 ? { waived } : {}) };
  if (findings.length > 0) {
    return {
      ...done,
      outcome: "failed",
      failure: { request: context.curlLine(request), findings },
    };
  }
  return untried === undefined
    ? { ...done, outcome: "passed" }
    : { ...done, outcome: "not applicable", reason: untried };
}

/** Sends the request of a case; `untried` is the reason why there is no response to judge. */
async function exchange(
  context: Context,
  { operation, request, expect, valid }: Case,
): Promise<{ verdict: Verdict; untried?: string }> {
  try {
    return await context.exchange(operation, request, expect, valid);
  } catch (error) {
    if (error instanceof UntriedError) {
      return { verdict: { findings: error.findings, notes: [] }, untried: error.message };
    }
    throw error;
  }
}
