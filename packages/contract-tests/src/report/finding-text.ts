import {
  type DisagreementFault,
  type Fault,
  type Finding,
  type FindingKind,
  type HeaderFault,
  locationText,
  type StatusFault,
} from "../judge/finding.ts";

/** A finding in words. */
export interface FindingText {
  /** What of a response it is about, such as `content type`. */
  readonly about: string;
  /** Requirement of the contract. */
  readonly expected: string;
  /** Where it is written: `spec/chain-data.yaml:57`, or another document. */
  readonly rule: string;
  /** What was received instead. */
  readonly actual: string;
  /** The sentence of the contract that an invariant rests on. */
  readonly basis?: string;
}

const ABOUT: Readonly<Record<FindingKind, string>> = {
  status: "status",
  "no-response": "status",
  flaky: "status",
  "content-type": "content type",
  coding: "header",
  header: "header",
  "unexpected-body": "body",
  "not-json": "body",
  schema: "body",
  example: "body",
  facts: "body",
  problem: "body",
  "error-parameter": "errors",
  disagreement: "validator disagreement",
  invariant: "invariant",
};

/** Puts a finding into words. */
export function findingText(finding: Finding): FindingText {
  const { kind, rule } = finding;
  const [expected, actual] = sentences(finding);
  const basis = finding.kind === "invariant" ? { basis: finding.basis } : {};
  return { about: ABOUT[kind], expected, rule: locationText(rule), actual, ...basis };
}

function sentences(fault: Fault): [expected: string, actual: string] {
  switch (fault.kind) {
    case "status":
      return [`${fault.expected.join(" or ")}, because ${fault.because}`, statusText(fault)];
    case "no-response":
      return [
        `${fault.expected.join(" or ")}, because ${fault.because}`,
        `no response: ${fault.reason}`,
      ];
    case "flaky":
      return ["the same response to the same request", "a failure the first time only"];
    case "content-type":
      return [
        `${fault.expected.join(" or ")} with ${fault.status}`,
        fault.actual ?? "no Content-Type",
      ];
    case "coding":
      return [fault.expected, fault.actual];
    case "unexpected-body":
      return [`no body with ${fault.status}`, fault.actual];
    case "not-json":
      return ["JSON in UTF-8", `${fault.reason}: ${fault.actual}`];
    case "schema":
      return [schemaText(fault.pointer, fault.expected, fault.status), fault.actual];
    case "example":
      return [`the example ${fault.expected}`, fault.actual];
    case "facts":
      return [`${fault.place} as the known values state: ${fault.expected}`, fault.actual];
    case "problem":
      return [problemText(fault.field, fault.expected), fault.actual];
    case "header":
      return [headerText(fault), fault.actual ?? "header missing"];
    case "error-parameter":
      return [`body.errors names the invalid parameter ${fault.parameter}`, fault.actual];
    case "disagreement":
      return [disagreementText(fault), fault.theirs.join("; ") || "nothing"];
    case "invariant":
      return [fault.expected, fault.actual];
  }
}

function statusText({ actual, redirect, excerpt }: StatusFault): string {
  const to = redirect === undefined ? "" : ` to ${redirect}`;
  return excerpt === "" ? `${actual}${to}` : `${actual}${to}: ${excerpt}`;
}

function schemaText(pointer: string, expected: string, status: number): string {
  const suffix = status >= 400 ? ` (status ${status})` : "";
  return `body${pointer.replaceAll("/", ".")} ${expected}${suffix}`;
}

function problemText(field: "status" | "title", expected: string): string {
  return field === "status"
    ? `body.status is the status of the response, ${expected} (RFC 9457, 3.1.2)`
    : `body.title is the same for every problem of this type: ${expected}`;
}

function headerText({ name, status, expected, isOfHttp }: HeaderFault): string {
  if (isOfHttp) {
    return `the header ${name}, which HTTP requires with ${status}`;
  }
  return expected === undefined ? `the header ${name}` : `the header ${name} ${expected}`;
}

function disagreementText({ side, ours, theirs }: DisagreementFault): string {
  if (theirs.length > 0) {
    return `no violation in the ${side}, as by this validator`;
  }
  const text = `a violation in the ${side}, as by this validator`;
  return ours === undefined ? text : `${text}: ${sentences(ours)[0]}`;
}
