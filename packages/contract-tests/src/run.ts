import { randomBytes } from "node:crypto";
import type { Case } from "./cases/case.ts";
import { Context } from "./context.ts";
import { coverageOf } from "./coverage/coverage.ts";
import { discover } from "./discovery/discover.ts";
import { fuzz } from "./fuzz/fuzz.ts";
import { curlLine } from "./http/request.ts";
import { runInvariants } from "./invariants/run.ts";
import { checkKnown } from "./known/check.ts";
import { expectedResponseCases } from "./known/responses.ts";
import type { ContractOptions } from "./options.ts";
import { inParallel } from "./parallel.ts";
import { preflight } from "./preflight.ts";
import type { Report } from "./report.ts";
import type { Result } from "./results.ts";
import { createSelection } from "./selection.ts";
import { loadSpecs } from "./spec/load.ts";
import type { Spec } from "./spec/spec.ts";
import { openTarget } from "./targets/open.ts";
import { createAreaSender } from "./targets/senders.ts";
import { notApplicable, urlOf } from "./targets/target.ts";
import { verdictOf } from "./verdict.ts";
import { applyWaivers } from "./waivers/apply.ts";
import { checkAllowed, loadWaivers } from "./waivers/load.ts";

const CONCURRENCY = 8;

/**
 * Checks whether a deployment conforms to the contract.
 *
 * @returns Every result, the coverage and the verdict.
 * @throws Error if an option is invalid or a schema of the contract cannot be compiled.
 * @example
 * const report = await runContract({ target: "https://api.example.com", token: "…" });
 * for (const { operation, name, outcome } of report.results) console.log(operation, name, outcome);
 */
export async function runContract(
  options: ContractOptions = {},
  given?: readonly Spec[],
): Promise<Report> {
  const {
    seed = Date.now() % 1_000_000,
    timeoutMs = 10_000,
    deadlineMs = 300_000,
    concurrency = CONCURRENCY,
    bail = false,
    strict = false,
  } = options;
  const began = performance.now();
  const allowed = checkAllowed(options.allow ?? [], await loadWaivers());
  const specs = given ?? (await loadSpecs());
  const opened = await openTarget(
    options,
    specs.map(({ name }) => name),
  );
  const { headers, rate, tls } = options;
  const sender = createAreaSender(opened.target, {
    timeoutMs,
    headers,
    rate,
    tls,
    concurrency,
  });
  const served = specs.filter(({ name }) => urlOf(opened.target, name) !== undefined);
  const selects = createSelection(options.include, options.exclude);
  const results: Result[] = [];
  const isExpired = () => performance.now() - began > deadlineMs;
  const isOver = () => isExpired() || (bail && results.some(({ outcome }) => outcome === "failed"));
  const add = (result: Result) => {
    results.push(result);
    options.onResult?.(result);
  };
  try {
    const context = new Context(served, opened.target, sender, {
      runId: randomBytes(4).toString("hex"),
      ...(options.maxRetryAfterMs === undefined
        ? {}
        : { maxRetryAfterMs: options.maxRetryAfterMs }),
      ...(options.blockWaitMs === undefined ? {} : { blockWaitMs: options.blockWaitMs }),
    });
    checkKnown(options.known ?? {}, specs);
    const isSelected = ({ operation, kind, name }: Pick<Case, "operation" | "kind" | "name">) =>
      selects({ area: operation.spec.name, operation: operation.id, kind, name });
    const report = (reasons: readonly string[], cases: readonly Case[]) => {
      const isPart = options.include !== undefined || options.exclude !== undefined;
      const coverage =
        results.length === 0
          ? { operations: [], missing: [], untried: [] }
          : coverageOf(context, cases, results, isPart);
      const ms = performance.now() - began;
      const verdict = verdictOf({ context, results, coverage, reasons, strict });
      return { ...verdict, target: describe(context), seed, results, coverage, ms };
    };
    const isMock = opened.target.isPrism && options.target === undefined;
    const obstacles = isMock ? [] : await preflight(context, context.operations);
    if (obstacles.length > 0) {
      return report(obstacles, []);
    }
    await discover(context, options.chains, isExpired);
    const all = context.operations.flatMap((operation) => [
      ...context.casesOf(operation),
      ...expectedResponseCases(operation, context.target),
    ]);
    const cases = all.filter(isSelected);
    await inParallel(cases, concurrency, async (each) => {
      if (!isOver()) {
        add(await runCase(context, each, allowed));
      }
    });
    await runInvariants(context, { seed, allowed, selects, concurrency, add, isOver });
    if (options.fuzzMs !== undefined && !isOver()) {
      await fuzz(context, { ms: options.fuzzMs, seed, allowed, selects, concurrency, add, isOver });
    }
    await context.cleanUp();
    return report(isExpired() ? [`the time limit of ${deadlineMs} ms was reached`] : [], cases);
  } finally {
    sender.close();
    await opened.close();
  }
}

/** Runs one case against the target. */
export async function runCase(
  context: Context,
  each: Case,
  allowed: ReadonlySet<string> = new Set(),
): Promise<Result> {
  const { operation, kind, name, request, expect, valid } = each;
  const began = performance.now();
  const base = { area: operation.spec.name, operation: operation.id, kind, name, notes: [] };
  const reason = notApplicable(context.target, each);
  if (reason !== undefined) {
    return { ...base, outcome: "not applicable", reason, ms: 0 };
  }
  const { verdict } = await context.exchange(operation, request, expect, valid);
  const ms = performance.now() - began;
  const { findings, waived } = applyWaivers(each, verdict.findings, allowed);
  const done = { ...base, notes: verdict.notes, ms, ...(waived.length > 0 ? { waived } : {}) };
  return findings.length === 0
    ? { ...done, outcome: "passed" }
    : { ...done, outcome: "failed", failure: { request: curlLine(request), findings } };
}

function describe({ target, operations }: Context): string {
  const areas = new Set(operations.map(({ spec }) => spec.name));
  const urls = new Set([...areas].flatMap((area) => urlOf(target, area) ?? []));
  return [...urls].join(", ");
}
