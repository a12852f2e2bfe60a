import { randomBytes } from "node:crypto";
import type { Case } from "./cases/case.ts";
import { casesOf } from "./cases/index.ts";
import { discover } from "./chain/discover.ts";
import { Context } from "./context.ts";
import { type Coverage, type CoveredCase, coverageOf, sharesOf } from "./coverage.ts";
import { fuzz } from "./fuzz/fuzz.ts";
import { runInvariants } from "./invariants/run.ts";
import { checkKnown } from "./known/check.ts";
import { type ContractOptions, DEFAULTS } from "./options.ts";
import { inParallel } from "./parallel.ts";
import { preflight } from "./preflight.ts";
import type { Report } from "./report.ts";
import type { Result } from "./results.ts";
import {
  checkPatterns,
  createSelection,
  includesCases,
  omittedFrom,
  selectables,
} from "./selection.ts";
import { loadSpecs, readSpecs } from "./spec/load.ts";
import type { Spec } from "./spec/spec.ts";
import { openTarget } from "./targets/open.ts";
import { createAreaSender } from "./targets/senders.ts";
import { notApplicable, urlOf } from "./targets/target.ts";
import { verdictOf } from "./verdict.ts";
import { loadWaivers, Waivers } from "./waivers.ts";

const NO_COVERAGE: Coverage = {
  ...sharesOf([]),
  operations: [],
  missing: [],
  untried: [],
  unchecked: [],
  partial: [],
};

/**
 * Tests whether a deployment conforms to the contract.
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
    timeoutMs = DEFAULTS.timeoutMs,
    deadlineMs = DEFAULTS.deadlineMs,
    concurrency = DEFAULTS.concurrency,
    bail = false,
    strict = false,
  } = options;
  const began = performance.now();
  const waivers = new Waivers(await loadWaivers(), options.allow);
  const { specs: files } = options;
  const specs = given ?? (await (files ? readSpecs(files) : loadSpecs()));
  const opened = await openTarget(
    options,
    specs.map(({ name }) => name),
  );
  const { headers, rate, tls } = options;
  const limits = { timeoutMs, rate, concurrency };
  const sender = createAreaSender(opened.target, { ...limits, headers, tls });
  const served = specs.filter(({ name }) => urlOf(opened.target, name) !== undefined);
  const selects = createSelection(options.include, options.exclude);
  const results: Result[] = [];
  const stopReason = () =>
    options.signal?.aborted
      ? "the run was interrupted"
      : performance.now() - began > deadlineMs
        ? `the time limit of ${deadlineMs} ms was reached`
        : undefined;
  const isStopped = () => stopReason() !== undefined;
  const isOver = () => isStopped() || (bail && results.some(({ outcome }) => outcome === "failed"));
  const add = (result: Result) => {
    results.push(result);
    options.onResult?.(result);
  };
  try {
    const context = new Context(served, opened.target, sender, {
      runId: randomBytes(4).toString("hex"),
      maxRetryAfterMs: options.maxRetryAfterMs,
      blockWaitMs: options.blockWaitMs,
      stopReason,
      // Of a document of others, what Prism cannot validate is no fault of its mock.
      comparesPrism: options.specs === undefined,
      curl: { headers: Object.keys(headers ?? {}).map((name) => name.toLowerCase()), tls },
    });
    checkKnown(options.known ?? {}, specs);
    const report = (reasons: readonly string[], cases: readonly CoveredCase[]) => {
      const isPart = options.include !== undefined || options.exclude !== undefined;
      const coverage =
        results.length === 0 ? NO_COVERAGE : coverageOf(context, cases, results, isPart);
      const ms = performance.now() - began;
      const verdict = verdictOf({ context, results, coverage, reasons, strict });
      const omitted = omittedFrom(options, specs, served, opened.target);
      return { ...verdict, omitted, target: describe(context), seed, results, coverage, ms };
    };
    const isMock = opened.target.isPrism && options.target === undefined;
    const obstacles = isMock ? [] : await preflight(context, context.operations, options.chains);
    if (obstacles.length > 0) {
      return report(obstacles, []);
    }
    await discover(context, options.chains, isStopped);
    if (options.include || options.exclude) {
      checkPatterns(options, selectables(specs, allCases(context)));
    }
    // Only what coverage needs is kept: the requests of a large document would not fit into memory.
    const cases: CoveredCase[] = [];
    await inParallel(includesCases(options) ? allCases(context) : [], concurrency, async (each) => {
      const { operation, kind, name, covers } = each;
      const title = { operation: operation.id, kind, name };
      if (selects({ area: operation.spec.name, ...title }) && !isOver()) {
        cases.push({ ...title, ...(covers && { covers }) });
        add(await runCase(context, each, waivers));
      }
    });
    await runInvariants(context, { seed, waivers, selects, concurrency, add, isOver });
    if (options.fuzzMs !== undefined && !isOver()) {
      await fuzz(context, { ms: options.fuzzMs, seed, waivers, selects, concurrency, add, isOver });
    }
    await context.cleanUp();
    const reason = stopReason();
    return report(reason === undefined ? [] : [reason], cases);
  } finally {
    sender.close();
    await opened.close();
  }
}

/** Runs one case against the target. */
async function runCase(context: Context, each: Case, waivers: Waivers): Promise<Result> {
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

/** Makes the cases of all operations, one operation after the other. */
function* allCases(context: Context): Generator<Case> {
  for (const operation of context.operations) {
    yield* casesOf(operation, context.target);
  }
}

function describe({ target, operations }: Context): string {
  const areas = new Set(operations.map(({ spec }) => spec.name));
  const urls = new Set([...areas].flatMap((area) => urlOf(target, area) ?? []));
  return [...urls].join(", ");
}
