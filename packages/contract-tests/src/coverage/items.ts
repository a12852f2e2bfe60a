import type { Case } from "../cases/case.ts";
import { titleOf } from "../cases/case.ts";
import type { Constraint } from "../cases/constraint.ts";
import type { Context } from "../context.ts";
import type { Result } from "../results.ts";
import { hasEdge } from "../schema/boundary.ts";
import type { Operation } from "../spec/operations.ts";
import { LIMITS } from "../targets/target.ts";

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

/** Determines whether an invariant was checked. */
export function invariantItem(
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

/** Determines whether valid and invalid values of a constraint were tested. */
export function constraintItem(
  { key, untestable }: Constraint,
  cases: readonly Pick<Case, "operation" | "kind" | "name" | "covers">[],
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
  const isBounded = hasEdge(key.split(": ").at(-1) ?? "");
  const sides = isBounded ? [tried("refuses"), tried("accepts")] : [tried("refuses")];
  const worst =
    sides.find(({ state }) => state === "missing") ??
    sides.find(({ state }) => state !== "covered");
  return { name: key, ...(worst ?? { state: "covered" }) };
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
  const lack = safe ? LIMITS.known(target, operation) : undefined;
  if (isSeen && lack === undefined) {
    return [];
  }
  const token = auth === "required" ? LIMITS.token(target, operation) : undefined;
  return [`${id}: ${token ?? lack ?? LIMITS.known(target, operation) ?? "it never succeeded"}`];
}

function stateOf(
  cases: readonly Pick<Case, "operation" | "kind" | "name" | "covers">[],
  ran: ReadonlyMap<string, Result>,
): Omit<Item, "name"> {
  const results = cases.flatMap((each) => ran.get(titleOf(each)) ?? []);
  if (results.some(({ outcome }) => outcome !== "not applicable")) {
    return { state: "covered" };
  }
  const [first] = results;
  return first?.reason === undefined
    ? { state: "missing" }
    : { state: "not applicable", reason: first.reason };
}

/** Returns the waivers that allowed another status, by the `operationId status` that was expected. */
export function waiversByStatus(results: readonly Result[]): Map<string, string> {
  return new Map(
    results.flatMap(({ operation, waived = [] }) =>
      waived.flatMap((finding): [string, string][] =>
        finding.kind === "status"
          ? finding.expected.map((status) => [`${operation} ${status}`, finding.waiver ?? ""])
          : [],
      ),
    ),
  );
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
    return { name: status, state: "not applicable", reason: `${waiver} allows another status` };
  }
  // A caller cannot bring about overload and faults; the rest may lack a token, or something known.
  if (status === "default") {
    return {
      name: status,
      state: "not applicable",
      reason: "which statuses it stands for is not said",
    };
  }
  const needs = /^(429|5..)$/i.test(status) ? (["prefer"] as const) : (["token", "known"] as const);
  const takesToken = operation.auth === "required";
  const reasons = needs.flatMap((need) =>
    need === "token" && !takesToken ? [] : (LIMITS[need](target, operation) ?? []),
  );
  const reason = reasons[0] ?? busy.get(operation.id);
  return reason === undefined
    ? { name: status, state: "missing" }
    : { name: status, state: "not applicable", reason };
}
