import { setTimeout as sleep } from "node:timers/promises";
import type { Context } from "../context.ts";
import type { Finding } from "../judge/finding.ts";
import { inParallel } from "../parallel.ts";
import type { Result } from "../results.ts";
import type { Selection } from "../selection.ts";
import { LIMITS, notApplicable } from "../targets/target.ts";
import type { Waivers } from "../waivers.ts";
import { invariantsOf } from "./all.ts";
import { Fixture, UntriedError } from "./fixture.ts";
import type { Invariant } from "./invariant.ts";

/** Options of the invariant run. */
export interface InvariantOptions {
  readonly seed: number;
  readonly waivers: Waivers;
  readonly selects: Selection;
  /** Maximum number of concurrent checks. */
  readonly concurrency: number;
  readonly add: (result: Result) => void;
  readonly isOver: () => boolean;
}

/** Number of attempts that must fail, because a chain advances and replicas differ by a block. */
const ATTEMPTS = 3;
const PAUSE_MS = 250;

/** Checks every invariant of the context's operations. */
export async function runInvariants(context: Context, options: InvariantOptions): Promise<void> {
  const { selects, concurrency, add, isOver } = options;
  const selected = invariantsOf(context.operations).filter(({ operation, name }) => {
    const area = context.operation(operation).spec.name;
    return selects({ area, operation, kind: "invariant", name });
  });
  const isReading = (invariant: Invariant) =>
    operationsOf(context, invariant).every(({ safe }) => safe);
  const check = async (invariant: Invariant) => {
    if (!isOver()) {
      add(await runInvariant(context, invariant, options));
    }
  };
  const { reading = [], changing = [] } = Object.groupBy(selected, (each) =>
    isReading(each) ? "reading" : "changing",
  );
  await Promise.all([inParallel(changing, 1, check), inParallel(reading, concurrency, check)]);
}

/** The operations that an invariant calls, its own first. */
function operationsOf(context: Context, { operation, also = [] }: Invariant) {
  return [operation, ...also].map((id) => context.operation(id));
}

async function runInvariant(
  context: Context,
  invariant: Invariant,
  { seed, waivers, isOver }: InvariantOptions,
): Promise<Result> {
  const began = performance.now();
  const { name, basis, needs = ["state", "known"] } = invariant;
  const operation = context.operation(invariant.operation);
  const operations = operationsOf(context, invariant);
  const kind = "invariant" as const;
  const base = { area: operation.spec.name, operation: operation.id, kind, name, notes: [] };
  const isTokenNeeded = operations.some(({ auth }) => auth === "required");
  const reason = notApplicable(context.target, { operation, needs });
  const lack = reason ?? (isTokenNeeded ? LIMITS.token(context.target, operation) : undefined);
  if (lack !== undefined) {
    return { ...base, outcome: "not applicable", reason: lack, ms: 0 };
  }
  // A second check would start from the state that the first has left.
  const isRepeatable = operations.every(({ safe }) => safe);
  for (let attempt = 1; ; attempt += 1) {
    const fixture = new Fixture(context, operation, { basis, seed, waivers });
    const untried = await reasonUntried(fixture, invariant);
    const { findings, waived, omitted, extent, skipped } = fixture;
    const isPassing = findings.every(mayPass);
    if (findings.length > 0 && isRepeatable && isPassing && attempt < ATTEMPTS && !isOver()) {
      await sleep(PAUSE_MS);
      continue;
    }
    const done = {
      ...base,
      notes: [...fixture.notes],
      ms: performance.now() - began,
      ...(waived.length > 0 && { waived }),
      ...(extent !== undefined && { extent: `the first ${extent.toLocaleString("en")} records` }),
    };
    const [first] = findings;
    if (first) {
      const failure = { request: first.request ?? "", findings, ...(omitted > 0 && { omitted }) };
      return { ...done, outcome: "failed", failure };
    }
    if (untried !== undefined) {
      return { ...done, outcome: "not applicable", reason: untried };
    }
    if (fixture.checks > 0) {
      return { ...done, outcome: "passed" };
    }
    const isOptional = skipped.size > 0 && [...skipped.values()].every(Boolean);
    const nothing = [...skipped.keys()].join("; ") || "the target has nothing to check it on";
    const unchecked = isOptional ? {} : { isUnchecked: true };
    return { ...done, outcome: "not applicable", reason: nothing, ...unchecked };
  }
}

/** Checks the calls of an invariant; returns why that could not be finished, if so. */
async function reasonUntried(fixture: Fixture, invariant: Invariant): Promise<string | undefined> {
  const calls = [...(invariant.calls?.(fixture) ?? fixture.known())];
  try {
    await fixture.forEach(calls.entries(), ([index, params]) =>
      invariant.check(fixture, params, index),
    );
    return undefined;
  } catch (error) {
    if (error instanceof UntriedError) {
      return error.message;
    }
    throw error;
  }
}

/** Whether a finding may be transient; the form of a response never is. */
function mayPass({ kind }: Finding): boolean {
  return /^(invariant|status|no-response)$/.test(kind);
}
