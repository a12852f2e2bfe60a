import type { Operation } from "../spec/operations.ts";
import type { Expectation, Rule } from "./case.ts";
import type { Setting, Values } from "./values.ts";

/** The status of a success: the lowest documented 2xx. */
export function successOf(operation: Operation): string {
  const statuses = operation.responses.map(({ status }) => status).sort();
  return statuses.find((status) => status.startsWith("2")) ?? "2XX";
}

/** Where the responses of an operation are documented. */
export function responsesRule(operation: Operation, status: string): Rule {
  const part = operation.node.responses as Rule["part"];
  return { part, key: status };
}

/**
 * What a valid request must lead to.
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
  const sure = setting.servesExamples || (values.exists && stillExists);
  const statuses = sure ? [successOf(operation)] : notRefused(operation);
  return { statuses, because, rule };
}

/** The documented responses to a valid request: success, or not possible in the current state. */
function notRefused(operation: Operation): string[] {
  const refusals = /^(3..|400|401|403|405|406|415|422|429|5..|default)$/i;
  return operation.responses.map(({ status }) => status).filter((status) => !refusals.test(status));
}

/** What an invalid request must lead to: the documented 400 or 422, or any 4xx if there is none. */
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
 * What a cursor of no page must lead to. Where the listing itself may not be there, it may be that
 * which is told.
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
