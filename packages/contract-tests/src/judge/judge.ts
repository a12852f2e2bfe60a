import { isDeepStrictEqual } from "node:util";
import { isObject, itemsOf } from "@chainkit/openapi";
import type { Expectation } from "../cases/case.ts";
import type { HttpResponse } from "../http/send.ts";
import type { Operation } from "../spec/operations.ts";
import { readBody } from "./body.ts";
import { excerpt, type Finding } from "./finding.ts";
import { headerFindings } from "./headers.ts";
import { differenceFrom } from "./includes.ts";
import { documentedAs, isAmong, statusFindings } from "./status.ts";

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
  const { isForeign } = expect;
  if (isForeign === "all" || (isForeign === "errors" && response.status >= 400)) {
    // The HTTP requirements of a 405 apply to gateways as well.
    const headers = headerFindings(operation, undefined, response);
    return { findings: [...statusFindings(operation, expect, response), ...headers], notes: [] };
  }
  const documented = documentedAs(operation, response.status);
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
  if (isAmong(response.status, expect.statuses)) {
    if (expect.body !== undefined) {
      findings.push(...byExample(operation, expect, value));
    }
    if (expect.includes !== undefined) {
      findings.push(...byFacts(operation, expect, value));
    }
    if (!isMock && expect.errorParameter !== undefined) {
      findings.push(...byErrorParameter(operation, expect, value));
    }
  }
  return { findings, notes, body: value, status: documented.status };
}

/** Reports a content coding that the request excludes. */
function codingFindings(
  { isUncoded = false }: Expectation,
  { status, headers }: HttpResponse,
): Finding[] {
  const coding = headers["content-encoding"] ?? "identity";
  if (!isUncoded || coding === "identity") {
    return [];
  }
  const expected = "no content coding, as the request accepts none";
  return [
    { kind: "coding", status, expected, actual: coding, rule: { document: "RFC 9110, 12.5.3" } },
  ];
}

function byExample({ spec }: Operation, { body, rule }: Expectation, value: unknown): Finding[] {
  if (isDeepStrictEqual(body, value)) {
    return [];
  }
  const place = spec.locate(rule.part, rule.key);
  return [
    {
      kind: "example",
      expected: excerpt(body),
      rule: place,
      actual: excerpt(value),
    },
  ];
}

function byFacts({ spec }: Operation, { includes, rule }: Expectation, value: unknown): Finding[] {
  const place = differenceFrom(includes, value);
  return place === undefined
    ? []
    : [
        {
          kind: "facts",
          place,
          expected: excerpt(includes),
          rule: spec.locate(rule.part, rule.key),
          actual: excerpt(value),
        },
      ];
}

/** A problem with a list of errors has to name the parameter at fault in it. */
function byErrorParameter(
  operation: Operation,
  { errorParameter = "" }: Expectation,
  value: unknown,
): Finding[] {
  const { spec } = operation;
  const invalid = operation.responses.find(({ status }) => status === "400");
  const schema = spec.resolve(invalid?.media[0]?.schema);
  const errors = isObject(schema.properties) ? schema.properties.errors : undefined;
  if (!isObject(errors)) {
    return [];
  }
  const named = itemsOf(isObject(value) ? value.errors : undefined).map((each) =>
    isObject(each) ? each.parameter : undefined,
  );
  if (named.includes(errorParameter)) {
    return [];
  }
  return [
    {
      kind: "error-parameter",
      parameter: errorParameter,
      rule: spec.locate(errors),
      actual: excerpt(isObject(value) ? (value.errors ?? value) : value),
    },
  ];
}
