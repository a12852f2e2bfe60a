import { isDeepStrictEqual } from "node:util";
import { asObject, isObject, itemsOf, responseFor } from "@chainkit/openapi";
import type { Expectation } from "../cases/case.ts";
import type { HttpResponse } from "../http/send.ts";
import type { Operation } from "../spec/operations.ts";
import { readBody } from "./body.ts";
import { excerpt, type Finding, isAmong } from "./finding.ts";
import { headerFindings } from "./headers.ts";
import { differenceFrom } from "./leaves.ts";
import { statusFindings } from "./status.ts";

/** Verdict on a response. */
export interface Verdict {
  /** Violations; empty if the response conforms. */
  readonly findings: readonly Finding[];
  readonly notes: readonly string[];
  /** The JSON body, if there is one. */
  readonly body?: unknown;
  /** The documented status that was judged, as the spec writes it. */
  readonly status?: string;
}

/**
 * Checks a response against the contract: status, content type, headers, body.
 *
 * @param isMock Whether the target returns examples, which name no invalid parameter and may state another status.
 */
export function judge(
  operation: Operation,
  expect: Expectation,
  response: HttpResponse,
  isMock: boolean,
): Verdict {
  const { isForeign, statuses } = expect;
  const { status } = response;
  const ofGateway = isForeign === "all" || (isForeign === "errors" && status >= 400);
  // The HTTP requirements of a 405 apply to gateways as well.
  const documented = ofGateway ? undefined : responseFor(operation.responses, status);
  const findings = [
    ...statusFindings(operation, expect, response),
    ...headerFindings(operation, documented, response),
    ...codingFindings(expect, response),
  ];
  if (!documented) {
    return { findings, notes: [] };
  }
  const { value, notes, ...body } = readBody(operation, documented, response, isMock);
  findings.push(...body.findings);
  if (isAmong(status, statuses)) {
    findings.push(...bodyFindings(operation, expect, value));
    if (!isMock && expect.errorParameter !== undefined) {
      findings.push(...byErrorParameter(operation, expect.errorParameter, value));
    }
  }
  return { findings, notes, body: value, status: documented.status };
}

/** Reports a content coding that the request excludes. */
function codingFindings(
  { isUncoded = false }: Expectation,
  { status, headers }: HttpResponse,
): Finding[] {
  const actual = headers["content-encoding"] ?? "identity";
  if (!isUncoded || actual === "identity") {
    return [];
  }
  const expected = "no content coding, as the request accepts none";
  return [{ kind: "coding", status, expected, actual, rule: { document: "RFC 9110, 12.5.3" } }];
}

/** Compares a body with the example, and with the facts, that it has to have. */
function bodyFindings(
  { spec }: Operation,
  { body, includes, rule: { part, key } }: Expectation,
  value: unknown,
): Finding[] {
  const found = () => ({ rule: spec.locate(part, key), actual: excerpt(value) });
  const findings: Finding[] = [];
  if (body !== undefined && !isDeepStrictEqual(body, value)) {
    findings.push({ kind: "example", expected: excerpt(body), ...found() });
  }
  const place = includes === undefined ? undefined : differenceFrom(includes, value);
  if (place !== undefined) {
    findings.push({ kind: "facts", place, expected: excerpt(includes), ...found() });
  }
  return findings;
}

/** A problem with a list of errors has to name the parameter at fault in it. */
function byErrorParameter(
  { spec, responses }: Operation,
  parameter: string,
  value: unknown,
): Finding[] {
  const invalid = responses.find(({ status }) => status === "400");
  const { errors } = asObject(spec.resolve(invalid?.media[0]?.schema).properties);
  const sent = asObject(value).errors;
  const named = itemsOf(sent).map((each) => asObject(each).parameter);
  return !isObject(errors) || named.includes(parameter)
    ? []
    : [
        {
          kind: "error-parameter",
          parameter,
          rule: spec.locate(errors),
          actual: excerpt(sent ?? value),
        },
      ];
}
