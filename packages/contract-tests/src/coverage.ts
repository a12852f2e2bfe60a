import type { Case } from "./cases/case.ts";
import { type Constraint, constraintsOf } from "./cases/constraint.ts";
import type { Context } from "./context.ts";
import { invariantsOf } from "./invariants/all.ts";
import { type Result, titleOf } from "./results.ts";
import { hasEdge } from "./schema/boundary.ts";
import type { Operation } from "./spec/operations.ts";
import { LIMITS } from "./targets/target.ts";

/** What coverage needs of a case. */
export interface CoveredCase extends Pick<Case, "kind" | "name" | "covers"> {
  /** Id of its operation. */
  readonly operation: string;
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

/** Number of applicable requirements, and of those that were tested. */
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

/**
 * Compares the tested requirements with those of the contract.
 *
 * @param isPart Whether only a part was selected: what lies outside is not missing then.
 */
export function coverageOf(
  context: Context,
  cases: readonly CoveredCase[],
  results: readonly Result[],
  isPart: boolean,
): Coverage {
  const ran = new Map(results.map((result) => [titleOf(result), result]));
  const selected = isPart
    ? context.operations.filter(({ id }) => results.some(({ operation }) => operation === id))
    : context.operations;
  const known = (item: Item): Item =>
    isPart && item.state === "missing" ? notApplicable(item.name, "not selected") : item;
  const waivers = waiversByStatus(results);
  const invariants = invariantsOf(context.operations);
  const operations = selected.map((operation): OperationCoverage => {
    const { id, responses } = operation;
    const own = cases.filter((each) => each.operation === id);
    const laws = invariants.filter((each) => each.operation === id);
    return {
      operation: id,
      statuses: responses.map(({ status }) =>
        known(statusItem(context, operation, status, waivers.get(`${id} ${status}`))),
      ),
      constraints: constraintsOf(operation).map((each) => known(constraintItem(each, own, ran))),
      invariants: laws.map(({ name }) => known(invariantItem(context, operation, name, ran))),
    };
  });
  return {
    ...sharesOf(operations),
    operations,
    missing: listed(operations, "missing"),
    untried: selected.flatMap((each) => untried(context, each)),
    unchecked: listed(operations, "unchecked"),
    partial: operations.flatMap(({ operation, invariants: own }) =>
      own.flatMap(({ name, extent }) => (extent ? [`${operation}: ${name}: ${extent}`] : [])),
    ),
  };
}

/** Calculates how much of everything applicable was tested. */
export function sharesOf(
  operations: readonly OperationCoverage[],
): Pick<Coverage, "percent" | "statuses" | "constraints" | "invariants"> {
  const statuses = shareOf(operations.flatMap((each) => each.statuses));
  const constraints = shareOf(operations.flatMap((each) => each.constraints));
  const invariants = shareOf(operations.flatMap((each) => each.invariants));
  const sum = (name: keyof Share) => statuses[name] + constraints[name] + invariants[name];
  const percent = Math.floor((100 * sum("covered")) / (sum("applicable") || 1));
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

function notApplicable(name: string, reason: string): Item {
  return { name, state: "not applicable", reason };
}

/** Determines whether an invariant was checked. */
export function invariantItem(
  { target }: Context,
  { id: operation }: Operation,
  name: string,
  ran: ReadonlyMap<string, Result>,
): Item {
  const result = ran.get(titleOf({ operation, kind: "invariant", name }));
  if (!result) {
    return { name, state: "missing" };
  }
  const { outcome, reason = "", isUnchecked, extent } = result;
  if (outcome === "not applicable") {
    // A mock has only the examples of the contract.
    const state = isUnchecked && !target.isPrism ? "unchecked" : "not applicable";
    return { name, state, reason };
  }
  return { name, state: "covered", ...(extent !== undefined && { extent }) };
}

/** Determines whether valid and invalid values of a constraint were tested. */
export function constraintItem(
  { key: name, untestable }: Constraint,
  cases: readonly CoveredCase[],
  ran: ReadonlyMap<string, Result>,
): Item {
  if (untestable !== undefined) {
    return notApplicable(name, untestable);
  }
  const own = cases.filter(({ covers }) => covers?.constraint === name);
  const tried = (side: "accepts" | "refuses"): Item => {
    const results = own
      .filter(({ covers }) => covers?.side === side)
      .flatMap((each) => ran.get(titleOf(each)) ?? []);
    if (results.some(({ outcome }) => outcome !== "not applicable")) {
      return { name, state: "covered" };
    }
    const [first] = results;
    return first?.reason === undefined
      ? { name, state: "missing" }
      : notApplicable(name, first.reason);
  };
  const sides = [tried("refuses")];
  if (hasEdge(name.split(": ").at(-1) ?? "")) {
    sides.push(tried("accepts"));
  }
  const isMissing = ({ state }: Item) => state === "missing";
  const lacking = sides.find(isMissing) ?? sides.find(({ state }) => state !== "covered");
  return lacking ?? { name, state: "covered" };
}

/** Returns the reason why an operation was not tested with existing values; none if it was. */
export function untried({ seen, target, busy }: Context, operation: Operation): string[] {
  const { id, safe, responses, auth } = operation;
  const reason = busy.get(id);
  if (reason !== undefined) {
    return [`${id}: ${reason}`];
  }
  const isSeen = responses.some(
    ({ status }) => status.startsWith("2") && seen.has(`${id} ${status}`),
  );
  const lack = LIMITS.known(target, operation);
  if (isSeen && !(safe && lack)) {
    return [];
  }
  const token = auth === "required" ? LIMITS.token(target, operation) : undefined;
  return [`${id}: ${token ?? lack ?? "it never succeeded"}`];
}

/** Returns the waivers that allowed another status, by the `operationId status` that was expected. */
export function waiversByStatus(results: readonly Result[]): Map<string, string> {
  const waivers = new Map<string, string>();
  for (const { operation, waived = [] } of results) {
    for (const finding of waived) {
      for (const status of finding.kind === "status" ? finding.expected : []) {
        waivers.set(`${operation} ${status}`, finding.waiver ?? "");
      }
    }
  }
  return waivers;
}

/** Determines whether a response with a documented status was judged. */
export function statusItem(
  { seen, target, busy }: Context,
  operation: Operation,
  status: string,
  waiver: string | undefined,
): Item {
  if (seen.has(`${operation.id} ${status}`)) {
    return { name: status, state: "covered" };
  }
  if (waiver !== undefined) {
    return notApplicable(status, `${waiver} allows another status`);
  }
  if (status === "default") {
    return notApplicable(status, "which statuses it stands for is not said");
  }
  // A caller cannot bring about overload and faults; the rest may lack a token, or something known.
  const isOfTarget = /^(429|5..)$/i.test(status);
  const token = operation.auth === "required" ? LIMITS.token(target, operation) : undefined;
  const lack = isOfTarget
    ? LIMITS.prefer(target, operation)
    : (token ?? LIMITS.known(target, operation));
  const reason = lack ?? busy.get(operation.id);
  return reason === undefined ? { name: status, state: "missing" } : notApplicable(status, reason);
}
