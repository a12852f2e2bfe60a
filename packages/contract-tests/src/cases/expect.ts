import { successesOf } from "@chainkit/openapi";
import type { HttpRequest } from "../http/request.ts";
import type { Operation } from "../spec/operations.ts";
import type { Case, Expectation, Rule } from "./case.ts";
import { requestFor, type Setting, type Values } from "./values.ts";

/** An operation of a target, and the call that its cases vary. */
export interface Call {
  readonly operation: Operation;
  readonly setting: Setting;
  readonly base: Values;
}

/** What a case does not have from its call: what it tries, why, and what states that. */
interface Own extends Pick<Case, "kind" | "name" | "covers" | "varies"> {
  readonly needs?: Case["needs"];
  readonly because: string;
  readonly rule: Rule;
}

/**
 * Makes a case that has to be accepted.
 *
 * @param change What differs from the request of the values.
 */
export function accepting(
  call: Pick<Call, "operation" | "setting">,
  values: Values,
  {
    because,
    rule,
    stillExists,
    change,
    ...own
  }: Own & { readonly stillExists?: boolean; readonly change?: Partial<HttpRequest> },
): Case {
  const { operation } = call;
  return {
    operation,
    request: { ...requestFor(operation, values), ...change },
    expect: accepted(call, values, because, rule, stillExists),
    needs: ["harmless"],
    valid: true,
    ...own,
  };
}

/** Makes a case that has to be refused. */
export function refusing(
  { operation }: Call,
  request: HttpRequest,
  { because, rule, errorParameter, ...own }: Own & { readonly errorParameter?: string | undefined },
): Case {
  const expect = refused(operation, because, rule, errorParameter);
  return { operation, request, expect, needs: [], valid: false, ...own };
}

/** Returns the success status: the lowest documented 2xx. */
export function successOf(operation: Operation): string {
  const statuses = operation.responses.map(({ status }) => status).sort();
  return statuses.find((status) => status.startsWith("2")) ?? "2XX";
}

/** Returns the part of the spec that documents the responses of an operation. */
export function responsesRule(operation: Operation, status: string): Rule {
  const part = operation.node.responses as Rule["part"];
  return { part, key: status };
}

/**
 * Returns the expected response to a valid request.
 *
 * @param stillExists Whether the values name something that the base values' target has.
 */
export function accepted(
  { operation, setting }: Pick<Call, "operation" | "setting">,
  values: Values,
  because: string,
  rule: Rule,
  stillExists: boolean = values.exists,
): Expectation {
  const sure = setting.isPrism || (values.exists && stillExists);
  if (setting.isPrism && successesOf(operation.responses).length === 0) {
    // A mock has only what is documented, and here that is no success.
    const statuses = ["2XX", ...operation.responses.map(({ status }) => status)];
    return { statuses, because, rule };
  }
  const statuses = sure ? [successOf(operation)] : notRefused(operation);
  return { statuses, because, rule };
}

/** Statuses that say of a valid request that what it names does not exist, or is in another state. */
const OF_STATE = ["404", "409", "410"];

/** Returns the documented responses to a valid request: success, or a conflict with the current state. */
function notRefused(operation: Operation): string[] {
  const refusals = /^(3..|400|401|403|405|406|415|422|429|5..|default)$/i;
  const statuses = operation.responses.map(({ status }) => status);
  const isAny = statuses.includes("default");
  return [...statuses.filter((status) => !refusals.test(status)), ...(isAny ? OF_STATE : [])];
}

/** Returns the expected response to an invalid request: the documented 400 or 422, or else any 4xx. */
export function refused(
  operation: Operation,
  because: string,
  rule: Rule,
  errorParameter?: string,
): Expectation {
  const documented = operation.responses.map(({ status }) => status);
  const statuses = ["400", "422"].filter((status) => documented.includes(status));
  return {
    statuses: statuses.length > 0 ? statuses : ["4XX"],
    because,
    rule,
    ...(errorParameter !== undefined && { errorParameter }),
  };
}

/**
 * Returns the expected response to an unknown cursor, which may also be that of a missing listing.
 */
export function refusedCursor(
  operation: Operation,
  values: Values,
  expect: Expectation,
): Expectation {
  const hasNotFound = operation.responses.some(({ status }) => status === "404");
  if (values.exists || !hasNotFound) {
    return expect;
  }
  const { errorParameter: _, ...open } = expect;
  return { ...open, statuses: [...expect.statuses, "404"] };
}
