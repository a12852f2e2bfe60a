import { typed } from "@chainkit/openapi";
import { parseRetryAfter } from "@chainkit/openapi/http";
import type { HttpResponse } from "../http/send.ts";
import { responseFaults } from "../schema/validator.ts";
import type { Operation, Response } from "../spec/operations.ts";
import { excerpt, type Finding } from "./finding.ts";

/** Headers that HTTP requires with a status (RFC 9110). */
const BY_HTTP: Readonly<Record<number, readonly [header: string, rule: string]>> = {
  401: ["www-authenticate", "RFC 9110, 15.5.2"],
  405: ["allow", "RFC 9110, 15.5.6"],
};

/** Reports headers that are missing or invalid. */
export function headerFindings(
  operation: Operation,
  documented: Response | undefined,
  { status, headers }: HttpResponse,
): Finding[] {
  const { spec } = operation;
  const findings: Finding[] = [];
  const [demanded = "", document = ""] = BY_HTTP[status] ?? [];
  // A mock generates its own response to undocumented requests, without a scheme to name.
  const isDocumented = documented !== undefined || status === 405;
  if (isDocumented && demanded && !headers[demanded]) {
    const fault = { kind: "header", name: demanded, status, isOfHttp: true } as const;
    findings.push({ ...fault, rule: { document } });
  }
  for (const { name, required, schema, node } of documented?.headers ?? []) {
    const value = headers[name.toLowerCase()];
    if (value === undefined && required) {
      findings.push({ kind: "header", name, status, rule: spec.locate(node, "required") });
    }
    if (value === undefined || isOtherForm(name, value)) {
      continue;
    }
    for (const fault of responseFaults(spec, schema, typed(spec.document, schema, value))) {
      const rule = spec.locate(fault.schema, fault.keyword);
      const [expected, actual] = [fault.message, excerpt(value)];
      findings.push({ kind: "header", name, status, expected, rule, actual });
    }
  }
  return findings;
}

/** Intermediaries may write `Retry-After` as a date in place of seconds (RFC 9110, 10.2.3). */
function isOtherForm(name: string, value: string): boolean {
  return name.toLowerCase() === "retry-after" && parseRetryAfter(value) !== undefined;
}
