import type { Case } from "../cases/case.ts";
import { constraintsOf } from "../cases/constraint.ts";
import type { Context } from "../context.ts";
import { invariantsOf } from "../invariants/all.ts";
import type { Result } from "../results.ts";
import { titleOfResult } from "../results.ts";
import type { Operation } from "../spec/operations.ts";
import {
  constraintItem,
  type Item,
  invariantItem,
  statusItem,
  untried,
  waiversByStatus,
} from "./items.ts";

/** What coverage needs of a case. */
export type CoveredCase = Pick<Case, "operation" | "kind" | "name" | "covers">;

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

function isOf(operation: Operation): (each: CoveredCase) => boolean {
  return (each) => each.operation.id === operation.id;
}
