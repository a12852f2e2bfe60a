import { responseFor } from "@chainkit/openapi";
import type { Expectation } from "../cases/case.ts";
import type { HttpResponse } from "../http/send.ts";
import type { Operation } from "../spec/operations.ts";
import { type Finding, isAmong } from "./finding.ts";

/** Characters of a body that a finding keeps. */
const MAX_EXCERPT = 300;

/** Reports an unexpected status. */
export function statusFindings(
  operation: Operation,
  expect: Expectation,
  response: HttpResponse,
): Finding[] {
  const { statuses, because, rule } = expect;
  const { status, headers, body } = response;
  if (isAmong(status, statuses)) {
    // What must come needs no documentation: HTTP itself has statuses for some requests (405, 415 …).
    return [];
  }
  return [
    {
      kind: "status",
      expected: statuses,
      because,
      actual: status,
      documented: responseFor(operation.responses, status) !== undefined,
      rule: operation.spec.locate(rule.part, rule.key),
      ...(headers.location !== undefined && { redirect: headers.location }),
      excerpt: body.toString("utf8").slice(0, MAX_EXCERPT),
    },
  ];
}
