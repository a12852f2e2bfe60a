import type { Case } from "./cases/case.ts";
import { Context } from "./context.ts";
import { type Coverage, coverageOf } from "./coverage/coverage.ts";
import { curlLine } from "./http/request.ts";
import { createSender } from "./http/send.ts";
import { runInvariants } from "./invariants/run.ts";
import type { ContractOptions } from "./options.ts";
import type { Result } from "./results.ts";
import { loadSpecs } from "./spec/load.ts";
import type { Spec } from "./spec/spec.ts";
import { openTarget } from "./targets/open.ts";
import { notApplicable } from "./targets/target.ts";

/** The outcome of a run. */
export interface Report {
  readonly target: string;
  readonly seed: number;
  readonly results: readonly Result[];
  readonly coverage: Coverage;
  readonly ms: number;
  /** Whether nothing failed and everything documented was tried. */
  readonly ok: boolean;
}

const AT_ONCE = 8;

/**
 * Checks whether a deployment keeps the contract.
 *
 * @returns Every result, the coverage and the verdict.
 * @throws Error if an option is invalid or a schema of the contract cannot be compiled.
 * @example
 * const report = await runContract({ target: "https://api.example.com", token: "…" });
 * for (const { operation, name, outcome } of report.results) console.log(operation, name, outcome);
 */
export async function runContract(
  options: ContractOptions = {},
  specs?: readonly Spec[],
): Promise<Report> {
  const {
    seed = Date.now() % 1_000_000,
    timeoutMs = 10_000,
    deadlineMs = 300_000,
    bail = false,
  } = options;
  const began = performance.now();
  const { target, close } = await openTarget(options);
  const sender = createSender(target.url, target.token, timeoutMs);
  const results: Result[] = [];
  const isOver = () =>
    performance.now() - began > deadlineMs ||
    (bail && results.some(({ outcome }) => outcome === "failed"));
  const add = (result: Result) => {
    results.push(result);
    options.onResult?.(result);
  };
  try {
    const context = new Context(specs ?? (await loadSpecs()), target, sender);
    const cases = context.operations.flatMap((operation) => context.casesOf(operation));
    for (let start = 0; start < cases.length && !isOver(); start += AT_ONCE) {
      const some = cases.slice(start, start + AT_ONCE);
      for (const result of await Promise.all(some.map((each) => runCase(context, each)))) {
        add(result);
      }
    }
    await runInvariants(context, seed, add, isOver);
    await context.cleanUp();
    const ms = performance.now() - began;
    const coverage = coverageOf(context, cases, results);
    const failed = results.some(({ outcome }) => outcome === "failed");
    const ok = !failed && coverage.missing.length === 0 && ms <= deadlineMs;
    return { target: target.url, seed, results, coverage, ms, ok };
  } finally {
    sender.close();
    await close();
  }
}

/** Runs one case against the target. */
export async function runCase(context: Context, each: Case): Promise<Result> {
  const { operation, kind, name, request, expect, valid } = each;
  const began = performance.now();
  const base = { area: operation.spec.name, operation: operation.id, kind, name, notes: [] };
  const reason = notApplicable(context.target, each);
  if (reason !== undefined) {
    return { ...base, outcome: "not applicable", reason, ms: 0 };
  }
  const { verdict } = await context.exchange(operation, request, expect, valid);
  const ms = performance.now() - began;
  const { findings, notes } = verdict;
  if (findings.length === 0) {
    return { ...base, outcome: "passed", notes, ms };
  }
  return {
    ...base,
    outcome: "failed",
    notes,
    ms,
    failure: { request: curlLine(request), findings },
  };
}
