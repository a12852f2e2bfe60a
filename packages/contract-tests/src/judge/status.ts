import { responseFor } from "@chainkit/openapi";
import type { Expectation } from "../cases/case.ts";
import type { HttpResponse } from "../http/send.ts";
import type { Operation, Response } from "../spec/operations.ts";
import type { Finding } from "./finding.ts";

/** Characters of a body that a finding keeps. */
const MAX_EXCERPT = 300;

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
  const { status, headers, body } = response;
  if (!isAmong(status, expect.statuses)) {
    return [
      {
        kind: "status",
        expected: expect.statuses,
        because: expect.because,
        actual: status,
        documented: documentedAs(operation, status) !== undefined,
        rule: spec.locate(part, key),
        ...(headers.location === undefined ? {} : { redirect: headers.location }),
        excerpt: body.toString("utf8").slice(0, MAX_EXCERPT),
      },
    ];
  }
  // What must come needs no documentation: HTTP itself has statuses for some requests (405, 415 …).
  return [];
}
