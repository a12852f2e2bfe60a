import { responseFor } from "@chainkit/openapi";
import type { Expectation } from "../cases/case.ts";
import type { HttpResponse } from "../http/send.ts";
import type { Operation, Response } from "../spec/operations.ts";
import type { Finding } from "./finding.ts";

/** Whether a status is one of several, which may be ranges (`4XX`). */
export function isAmong(status: number, statuses: readonly string[]): boolean {
  const range = `${Math.floor(status / 100)}XX`;
  return statuses.some((each) => each === String(status) || each.toUpperCase() === range);
}

/** Returns the response that documents a status: by the status itself, its range, or `default`. */
export function documentedAs(operation: Operation, status: number): Response | undefined {
  return responseFor(operation.responses, status);
}

/** Reports an unexpected status. */
export function statusFindings(
  operation: Operation,
  expect: Expectation,
  response: HttpResponse,
): Finding[] {
  const { spec } = operation;
  const { part, key } = expect.rule;
  const { status } = response;
  if (!isAmong(status, expect.statuses)) {
    return [
      {
        about: "status",
        expected: `${expect.statuses.join(" or ")}, because ${expect.because}`,
        rule: spec.locate(part, key),
        actual: `${status}${describe(response)}`,
      },
    ];
  }
  // What must come needs no documentation: HTTP itself has statuses for some requests (405, 415 …).
  return [];
}

function describe({ headers, body }: HttpResponse): string {
  const to = headers.location === undefined ? "" : ` to ${headers.location}`;
  const text = body.toString("utf8").slice(0, 300);
  return text === "" ? to : `${to}: ${text}`;
}
