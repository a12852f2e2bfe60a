import type { HttpResponse } from "../http/send.ts";
import type { DisagreementFault, Finding } from "./finding.ts";
import type { Verdict } from "./judge.ts";

const SL_VIOLATIONS = { document: "Prism's sl-violations" };

/** Findings that are about neither the body nor a header, which Prism validates as well. */
const OTHERS = /^(status|content-type)$/;

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
  const differ = (fault: Omit<DisagreementFault, "kind">) => {
    found.push({ kind: "disagreement", ...fault, rule: SL_VIOLATIONS });
  };
  const isDocumented = status !== undefined;
  const ours = findings.filter(({ kind }) => !OTHERS.test(kind));
  const theirs = about(violations, "response");
  if (isDocumented && ours.length === 0 && theirs.length > 0) {
    differ({ side: "response", theirs });
  }
  const [bySchema] = ours.filter(isOfSchema);
  if (bySchema !== undefined && theirs.length === 0) {
    differ({ side: "response", ours: bySchema, theirs });
  }
  const request = about(violations, "request");
  const isMissed = valid === false && request.length === 0 && isDocumented;
  if (isMissed || (valid === true && request.length > 0)) {
    differ({ side: "request", theirs: request });
  }
  return found;
}

/** Whether a finding is one that Prism has to see: it knows no examples, and does not demand headers. */
function isOfSchema(finding: Finding): boolean {
  const isMissing = finding.kind === "header" && finding.actual === undefined;
  return finding.kind !== "example" && !isMissing;
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
