import type { Context } from "../context.ts";
import { curlLine } from "../http/request.ts";
import type { Result } from "../results.ts";
import { notApplicable } from "../targets/target.ts";
import { invariantsOf } from "./all.ts";
import { Fixture, type Invariant, InvariantError } from "./invariant.ts";

/** Checks every invariant that the context's operations are under, one after the other. */
export async function runInvariants(
  context: Context,
  seed: number,
  add: (result: Result) => void,
  isOver: () => boolean,
): Promise<void> {
  for (const invariant of invariantsOf(context.operations)) {
    if (isOver()) {
      return;
    }
    add(await runInvariant(context, invariant, seed));
  }
}

async function runInvariant(context: Context, invariant: Invariant, seed: number): Promise<Result> {
  const began = performance.now();
  const operation = context.operation(invariant.operation);
  const base = {
    area: operation.spec.name,
    operation: operation.id,
    kind: "invariant" as const,
    name: invariant.name,
    notes: [],
  };
  const lacks = notApplicable(context.target, { operation, needs: invariant.needs });
  const others = (invariant.also ?? []).map((id) => context.operation(id));
  const tokenless = others.find(
    ({ auth }) => auth === "required" && context.target.token === undefined,
  );
  const reason = lacks ?? (tokenless ? "requires a token; pass --token" : undefined);
  if (reason !== undefined) {
    return { ...base, outcome: "not applicable", reason, ms: 0 };
  }
  const fixture = new Fixture(context, operation, seed);
  const done = () => ({ ...base, notes: [...fixture.notes], ms: performance.now() - began });
  try {
    await invariant.check(fixture);
    return { ...done(), outcome: "passed" };
  } catch (error) {
    const broken = brokenIn(error);
    if (!broken) {
      throw error;
    }
    const failure = { request: curlLine(broken.request), findings: broken.findings };
    return { ...done(), outcome: "failed", failure };
  }
}

/** The broken invariant behind an error; property tests wrap it. */
function brokenIn(error: unknown): InvariantError | undefined {
  if (error instanceof InvariantError) {
    return error;
  }
  return error instanceof Error && error.cause !== undefined ? brokenIn(error.cause) : undefined;
}
