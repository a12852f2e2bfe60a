import type { Case } from "../cases/case.ts";
import { titleOf } from "../cases/case.ts";
import { type Constraint, constraintsOf } from "../cases/constraint.ts";
import type { Context } from "../context.ts";
import { invariantsOf } from "../invariants/all.ts";
import type { Result } from "../results.ts";
import { titleOfResult } from "../results.ts";
import type { Operation } from "../spec/operations.ts";
import { LIMITS } from "../targets/target.ts";

/** Coverage of one operation. */
export interface OperationCoverage {
  readonly operation: string;
  /** Documented statuses, and whether a response with each of them was judged. */
  readonly statuses: readonly Item[];
  /** Constraints on requests, and whether valid and invalid values of each were tried. */
  readonly constraints: readonly Item[];
  /** Invariants of the operation, and whether they were checked. */
  readonly invariants: readonly Item[];
}

/** One requirement of the contract. */
export interface Item {
  readonly name: string;
  /** `unchecked`: an invariant found nothing to compare, where the target could have it. */
  readonly state: "covered" | "not applicable" | "missing" | "unchecked";
  /** Reason why it is not applicable, or was not checked. */
  readonly reason?: string;
  /** The part of long listings that an invariant compared; absent if all of them. */
  readonly extent?: string;
}

/** How many of the applicable requirements were tested. */
export interface Share {
  readonly covered: number;
  readonly applicable: number;
}

/** Coverage of all operations. */
export interface Coverage {
  /** Tested percentage of everything applicable, rounded down. */
  readonly percent: number;
  readonly statuses: Share;
  readonly constraints: Share;
  readonly invariants: Share;
  readonly operations: readonly OperationCoverage[];
  /** `operationId: requirement` for everything applicable that was not tested. */
  readonly missing: readonly string[];
  /** `operationId: reason` for every operation that was not tested with existing values. */
  readonly untried: readonly string[];
  /** `operationId: invariant: reason` for every invariant that found nothing to compare. */
  readonly unchecked: readonly string[];
  /** `operationId: invariant: extent` for every invariant that compared long listings in part. */
  readonly partial: readonly string[];
}

/** Keywords without a boundary that a valid request could reach. */
const WITHOUT_EDGE =
  /: (type|required.*|additionalProperties|uniqueItems|content type|well-formed)$/;

/**
 * Compares the tested requirements with those of the contract.
 *
 * @param isPart Whether only a part was selected: what lies outside is not missing then.
 */
export function coverageOf(
  context: Context,
  cases: readonly Case[],
  results: readonly Result[],
  isPart = false,
): Coverage {
  const ran = new Map(results.map((result) => [titleOfResult(result), result]));
  const selected = isPart
    ? context.operations.filter(({ id }) => results.some(({ operation }) => operation === id))
    : context.operations;
  const known = (item: Item): Item =>
    isPart && item.state === "missing"
      ? { ...item, state: "not applicable", reason: "not selected" }
      : item;
  const waivers = waiversByStatus(results);
  const invariants = invariantsOf(context.operations);
  const operations = selected.map((operation) => ({
    operation: operation.id,
    statuses: operation.responses.map(({ status }) =>
      known(statusItem(context, operation, status, waivers.get(`${operation.id} ${status}`))),
    ),
    constraints: constraintsOf(operation).map((each) =>
      known(constraintItem(each, cases.filter(isOf(operation)), ran)),
    ),
    invariants: invariants
      .filter(({ operation: id }) => id === operation.id)
      .map(({ name }) => known(invariantItem(context, operation, name, ran))),
  }));
  return {
    ...sharesOf(operations),
    operations,
    missing: listed(operations, "missing"),
    untried: selected.flatMap((each) => untried(context, each)),
    unchecked: listed(operations, "unchecked"),
    partial: operations.flatMap(({ operation, invariants: own }) =>
      own.flatMap(({ name, extent }) =>
        extent === undefined ? [] : [`${operation}: ${name}: ${extent}`],
      ),
    ),
  };
}

/** Calculates how much of everything applicable was tested. */
export function sharesOf(
  operations: readonly OperationCoverage[],
): Pick<Coverage, "percent" | "statuses" | "constraints" | "invariants"> {
  const [statuses, constraints, invariants] = [
    operations.flatMap((each) => each.statuses),
    operations.flatMap((each) => each.constraints),
    operations.flatMap((each) => each.invariants),
  ].map(shareOf) as [Share, Share, Share];
  const sum = (name: keyof Share) => statuses[name] + constraints[name] + invariants[name];
  const percent =
    sum("applicable") === 0 ? 0 : Math.floor((100 * sum("covered")) / sum("applicable"));
  return { percent, statuses, constraints, invariants };
}

/** Counts the applicable items, and those that were tested. */
export function shareOf(items: readonly Item[]): Share {
  const applicable = items.filter(({ state }) => state !== "not applicable");
  const covered = applicable.filter(({ state }) => state === "covered");
  return { covered: covered.length, applicable: applicable.length };
}

/** Formats the requirements in a state as `operationId: requirement: reason`. */
function listed(operations: readonly OperationCoverage[], wanted: Item["state"]): string[] {
  return operations.flatMap(({ operation, statuses, constraints, invariants }) =>
    [...statuses, ...constraints, ...invariants]
      .filter(({ state }) => state === wanted)
      .map(({ name, reason }) => [operation, name, reason].filter(Boolean).join(": ")),
  );
}

function invariantItem(
  { target }: Context,
  { id }: Operation,
  name: string,
  ran: ReadonlyMap<string, Result>,
): Item {
  const result = ran.get(`${id} / invariant / ${name}`);
  if (!result) {
    return { name, state: "missing" };
  }
  const { outcome, reason = "", isUnchecked, extent } = result;
  if (outcome === "not applicable") {
    // A mock has only the examples of the contract.
    const state = isUnchecked && !target.isPrism ? "unchecked" : "not applicable";
    return { name, state, reason };
  }
  return { name, state: "covered", ...(extent === undefined ? {} : { extent }) };
}

function isOf(operation: Operation): (each: Case) => boolean {
  return (each) => each.operation.id === operation.id;
}

function constraintItem(
  { key, untestable }: Constraint,
  cases: readonly Case[],
  ran: ReadonlyMap<string, Result>,
): Item {
  if (untestable !== undefined) {
    return { name: key, state: "not applicable", reason: untestable };
  }
  const own = cases.filter(({ covers }) => covers?.constraint === key);
  const tried = (side: "accepts" | "refuses") =>
    stateOf(
      own.filter(({ covers }) => covers?.side === side),
      ran,
    );
  const sides = WITHOUT_EDGE.test(key) ? [tried("refuses")] : [tried("refuses"), tried("accepts")];
  const worst =
    sides.find(({ state }) => state === "missing") ??
    sides.find(({ state }) => state !== "covered");
  return { name: key, ...(worst ?? { state: "covered" }) };
}

/** Returns the reason why an operation was not tested with existing values; none if it was. */
function untried({ seen, target, busy }: Context, operation: Operation): string[] {
  const { id, safe, responses, auth } = operation;
  const reason = busy.get(id);
  if (reason !== undefined) {
    return [`${id}: ${reason}`];
  }
  const isSeen = responses.some(
    ({ status }) => status.startsWith("2") && seen.has(`${id} ${status}`),
  );
  const lack = safe ? LIMITS.known(target, operation) : undefined;
  if (isSeen && lack === undefined) {
    return [];
  }
  const token = auth === "required" ? LIMITS.token(target, operation) : undefined;
  return [`${id}: ${token ?? lack ?? LIMITS.known(target, operation) ?? "it never succeeded"}`];
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

/** Returns which waiver another status than `operationId status` was allowed by. */
function waiversByStatus(results: readonly Result[]): Map<string, string> {
  return new Map(
    results.flatMap(({ operation, waived = [] }) =>
      waived.flatMap(({ about, expected, waiver = "" }): [string, string][] => {
        const [statuses = ""] = expected.split(",");
        return about === "status"
          ? statuses.split(" or ").map((status) => [`${operation} ${status}`, waiver])
          : [];
      }),
    ),
  );
}

function statusItem(
  { seen, target, busy }: Context,
  operation: Operation,
  status: string,
  waiver: string | undefined,
): Item {
  if (seen.has(`${operation.id} ${status}`)) {
    return { name: status, state: "covered" };
  }
  if (waiver !== undefined) {
    return { name: status, state: "not applicable", reason: `${waiver} allows another status` };
  }
  // A caller cannot bring about overload and faults; the rest may lack a token, or something known.
  const needs = /^(429|5..|default)$/i.test(status)
    ? (["prefer"] as const)
    : (["token", "known"] as const);
  const takesToken = operation.auth === "required";
  const reasons = needs.flatMap((need) =>
    need === "token" && !takesToken ? [] : (LIMITS[need](target, operation) ?? []),
  );
  const reason = reasons[0] ?? busy.get(operation.id);
  return reason === undefined
    ? { name: status, state: "missing" }
    : { name: status, state: "not applicable", reason };
}
