import { successesOf } from "@chainkit/openapi";
import type { Operation } from "../spec/operations.ts";
import type { Expectation, Rule } from "./case.ts";
import type { Setting, Values } from "./values.ts";

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
  operation: Operation,
  setting: Setting,
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
    ...(errorParameter === undefined ? {} : { errorParameter }),
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
