import type { Unreadable } from "@chainkit/openapi";
import type { Case } from "./cases/case.ts";
import { invariantsOf } from "./invariants/all.ts";
import type { ContractOptions } from "./options.ts";
import { titleOf } from "./results.ts";
import { invalidExamples, type Operation, operationsOf } from "./spec/operations.ts";
import type { Spec } from "./spec/spec.ts";
import { untestable } from "./spec/untestable.ts";
import type { Target } from "./targets/target.ts";

/** Fields that patterns of `--include` and `--exclude` match. */
export interface Selectable {
  readonly area: string;
  readonly operation: string;
  readonly kind: string;
  readonly name: string;
}

/** Whether a case or invariant is selected. */
export type Selection = (each: Selectable) => boolean;

/**
 * Compiles `--include` and `--exclude`. A pattern matches an area, an operation id, a kind, a name, or
 * the title `operation / kind / name`; `*` matches any text.
 */
export function createSelection(
  include: readonly string[] = [],
  exclude: readonly string[] = [],
): Selection {
  const [included, excluded] = [include, exclude].map((patterns) => patterns.map(toRegExp));
  return ({ area, operation, kind, name }) => {
    const texts = [area, operation, kind, name, titleOf({ operation, kind, name })];
    const matches = (patterns: readonly RegExp[] = []) =>
      patterns.some((pattern) => texts.some((text) => pattern.test(text)));
    return (include.length === 0 || matches(included)) && !matches(excluded);
  };
}

function toRegExp(pattern: string): RegExp {
  const parts = pattern.split("*").map((text) => text.replace(/[\\^$.+?()[\]{}|/]/g, "\\$&"));
  return new RegExp(`^${parts.join(".*")}$`, "is");
}

/** Whether patterns may select cases: none of them need be made for titles of invariants. */
export function includesCases({ include = [] }: Pick<ContractOptions, "include">): boolean {
  return include.length === 0 || include.some((pattern) => !pattern.includes(" / invariant / "));
}

/**
 * Checks that every pattern matches something: a misspelt one would select nothing, or leave out nothing.
 *
 * @param all What can be selected; read until every pattern has matched.
 * @throws Error naming the option and the pattern.
 */
export function checkPatterns(
  options: Pick<ContractOptions, "include" | "exclude">,
  all: Iterable<Selectable>,
): void {
  let unmatched = (["include", "exclude"] as const).flatMap((name) =>
    (options[name] ?? []).map((text) => ({ name, text, matches: createSelection([text]) })),
  );
  for (const each of all) {
    unmatched = unmatched.filter(({ matches }) => !matches(each));
    if (unmatched.length === 0) {
      return;
    }
  }
  const [first] = unmatched;
  if (first) {
    const known = "expected an area, operation id, kind, name or title";
    throw new Error(`--${first.name} "${first.text}" matches nothing; ${known}`);
  }
}

/**
 * Lists everything that a pattern may match: of all areas the operations and invariants, then the cases, which take
 * longer to make.
 */
export function* selectables(specs: readonly Spec[], cases: Iterable<Case>): Generator<Selectable> {
  const operations = specs.flatMap(operationsOf);
  const areas = new Map(operations.map(({ id, spec }) => [id, spec.name]));
  for (const { id, spec } of operations) {
    yield { area: spec.name, operation: id, kind: "fuzz", name: "random requests" };
  }
  for (const { operation, name } of invariantsOf(operations)) {
    yield { area: areas.get(operation) ?? "", operation, kind: "invariant", name };
  }
  for (const { operation, kind, name } of cases) {
    yield { area: operation.spec.name, operation: operation.id, kind, name };
  }
}

/** Describes the parts that a run omits: areas without a base URL, and tests that the patterns exclude. */
export function omittedFrom(
  { include = [], exclude = [] }: ContractOptions,
  specs: readonly Spec[],
  served: readonly Spec[],
  target: Pick<Target, "isPrism" | "hasCertificate">,
): string[] {
  const areas = specs.filter((each) => !served.includes(each)).map(({ name }) => name);
  return [
    ...served.flatMap(({ unreadable }) => unreadable.map(unreadableText)),
    ...served.flatMap(operationsOf).flatMap((operation) => untestable(operation, target) ?? []),
    ...served.flatMap(operationsOf).flatMap(withoutParameters),
    ...served.flatMap(operationsOf).flatMap(invalidExamples),
    ...(areas.length > 0 ? [`${areas.join(", ")} (no base URL)`] : []),
    ...(include.length > 0 ? [`all but ${include.join(", ")}`] : []),
    ...exclude,
  ];
}

/** Names the optional parameters that no request can have. */
function withoutParameters({ id, stated }: Operation): string[] {
  const parameters = stated.leftOut.filter(({ where }) => where !== "security");
  return parameters.map(({ where, what }) => `${id} (${where}: ${what})`);
}

function unreadableText({ operationId, method, path, pointer, what }: Unreadable): string {
  return `${operationId || `${method} ${path}`.trim()} (${pointer}: ${what})`;
}
