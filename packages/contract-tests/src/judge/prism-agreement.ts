import type { HttpResponse } from "../http/send.ts";
import type { Finding } from "./finding.ts";
import type { Verdict } from "./judge.ts";

/** A violation from Prism's header `sl-violations`. */
interface Violation {
  readonly location: readonly string[];
  readonly severity: string;
  readonly message: string;
}

/**
 * Compares a verdict with Prism's validation of the same request and response. Two validators that share
 * no code have to agree; where they do not, one of them does not check what it should.
 *
 * @param valid Whether the request obeys the contract; undefined where that cannot be said.
 */
export function disagreements(
  { findings, status }: Verdict,
  response: HttpResponse,
  valid: boolean | undefined,
): Finding[] {
  const violations = violationsOf(response);
  const found: Finding[] = [];
  const differ = (expected: string, actual: readonly string[]) => {
    const shown = actual.join("; ") || "nothing";
    found.push({
      about: "validator disagreement",
      expected,
      rule: "Prism's sl-violations",
      actual: shown,
    });
  };
  const ours = findings.filter(({ about }) => about === "body" || about === "header");
  const theirs = about(violations, "response");
  if (status !== undefined && ours.length === 0 && theirs.length > 0) {
    differ("no violation in the response, as by this validator", theirs);
  }
  const bySchema = ours.filter(
    ({ expected, actual }) => !expected.startsWith("the example") && actual !== "header missing",
  );
  if (bySchema.length > 0 && theirs.length === 0) {
    differ(`a violation in the response, as by this validator: ${bySchema[0]?.expected}`, theirs);
  }
  const request = about(violations, "request");
  if (valid === true && request.length > 0) {
    differ("no violation in the request, as by this validator", request);
  }
  if (valid === false && request.length === 0 && status !== undefined) {
    differ("a violation in the request, as by this validator", request);
  }
  return found;
}

function about(violations: readonly Violation[], side: string): string[] {
  return violations
    .filter(({ location, severity }) => location[0] === side && severity === "Error")
    .map(({ location, message }) => `${location.join(".")}: ${message}`);
}

function violationsOf({ headers }: HttpResponse): Violation[] {
  const text = headers["sl-violations"];
  return text === undefined ? [] : JSON.parse(text);
}
