import type { Case } from "../cases/case.ts";
import { titleOf } from "../cases/case.ts";
import { constraintsOf } from "../cases/constraint.ts";
import type { Context } from "../context.ts";
import type { Result } from "../results.ts";
import { titleOfResult } from "../results.ts";
import type { Operation } from "../spec/operations.ts";
import { LIMITS } from "../targets/target.ts";

/** Coverage of one operation. */
export interface OperationCoverage {
  readonly operation: string;
  /** Documented statuses, and whether a response with each was judged. */
  readonly statuses: readonly Item[];
  /** Constraints on requests, and whether valid and invalid values of each were tried. */
  readonly constraints: readonly Item[];
}

/** One requirement of the contract. */
export interface Item {
  readonly name: string;
  readonly state: "covered" | "not applicable" | "missing";
  /** Why it is not applicable. */
  readonly reason?: string;
}

/** Coverage of all operations. */
export interface Coverage {
  readonly operations: readonly OperationCoverage[];
  /** `operationId: requirement`, for everything that was applicable and not tried. */
  readonly missing: readonly string[];
}

/** Keywords that a valid request obeys without being at the edge of anything. */
const WITHOUT_EDGE =
  /: (type|required.*|additionalProperties|uniqueItems|content type|well-formed)$/;

/** Compares what was tried with what the contract requires. */
export function coverageOf(
  context: Context,
  cases: readonly Case[],
  results: readonly Result[],
): Coverage {
  const ran = new Map(results.map((result) => [titleOfResult(result), result]));
  const operations = context.operations.map((operation) => ({
    operation: operation.id,
    statuses: operation.responses.map(({ status }) => statusItem(context, operation, status)),
    constraints: constraintsOf(operation).map(({ key, untestable }): Item => {
      if (untestable !== undefined) {
        return { name: key, state: "not applicable", reason: untestable };
      }
      const own = cases.filter(
        (each) => each.operation.id === operation.id && each.covers?.constraint === key,
      );
      const tried = (side: "accepts" | "refuses") =>
        stateOf(
          own.filter(({ covers }) => covers?.side === side),
          ran,
        );
      const sides = WITHOUT_EDGE.test(key)
        ? [tried("refuses")]
        : [tried("refuses"), tried("accepts")];
      const worst =
        sides.find(({ state }) => state === "missing") ??
        sides.find(({ state }) => state !== "covered");
      return { name: key, ...(worst ?? { state: "covered" }) };
    }),
  }));
  const missing = operations.flatMap(({ operation, statuses, constraints }) =>
    [...statuses, ...constraints]
      .filter(({ state }) => state === "missing")
      .map(({ name }) => `${operation}: ${name}`),
  );
  return { operations, missing };
}

function stateOf(cases: readonly Case[], ran: ReadonlyMap<string, Result>): Omit<Item, "name"> {
  const results = cases.flatMap((each) => ran.get(titleOf(each)) ?? []);
  if (results.some(({ outcome }) => outcome !== "not applicable")) {
    return { state: "covered" };
  }
  const [first] = results;
  return first?.reason === undefined
    ? { state: "missing" }
    : { state: "not applicable", reason: first.reason };
}

function statusItem({ seen, target }: Context, operation: Operation, status: string): Item {
  if (seen.has(`${operation.id} ${status}`)) {
    return { name: status, state: "covered" };
  }
  // A caller cannot bring about overload and faults; the rest may lack a token, or something known.
  const needs = /^(429|5..|default)$/i.test(status)
    ? (["prefer"] as const)
    : (["token", "known"] as const);
  const takesToken = operation.auth === "required";
  const reasons = needs.flatMap((need) =>
    need === "token" && !takesToken ? [] : (LIMITS[need](target, operation) ?? []),
  );
  const [reason] = reasons;
  return reason === undefined
    ? { name: status, state: "missing" }
    : { name: status, state: "not applicable", reason };
}
