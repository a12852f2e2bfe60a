import type { Kind } from "../cases/case.ts";
import type { Finding } from "../judge/finding.ts";
import { documentedAs } from "../judge/status.ts";
import type { Operation } from "../spec/operations.ts";

/** Case or invariant of a finding. */
export interface Subject {
  readonly operation: Operation;
  readonly kind: Kind;
  readonly name: string;
}

/** Returns whether a waiver covers a finding. */
type Rule = (subject: Subject, finding: Finding) => boolean;

const statusOf = ({ about, actual }: Finding) =>
  about === "status" ? Number(/^\d{3}/.exec(actual)?.[0] ?? 0) : 0;
const expects = ({ expected }: Finding, status: number) =>
  new RegExp(`^(\\d{3} or )*${status}\\b`).test(expected);
const takes = ({ operation }: Subject, parameter: string) =>
  operation.parameters.some(({ name }) => name === parameter);
const isSuccess = (status: number) => status >= 200 && status < 300;

/**
 * Which findings each waiver covers, by the waiver's name in the register. An invariant that knows
 * better names the waiver itself; those are not listed here.
 */
export const WAIVER_RULES: Readonly<Record<string, Rule>> = {
  "unknown-chain-400": (subject, finding) =>
    takes(subject, "chainName") &&
    /unknownChain|^chainName\b/.test(subject.name) &&
    statusOf(finding) === 400,
  "unseen-wallet-404": (subject, finding) =>
    takes(subject, "walletAddress") &&
    subject.kind !== "invariant" &&
    /^walletAddress\b/.test(subject.name) &&
    statusOf(finding) === 404,
  "refused-key-ignored": ({ operation, kind }, finding) =>
    kind === "security" &&
    operation.auth === "optional" &&
    expects(finding, 401) &&
    (isSuccess(statusOf(finding)) || statusOf(finding) === 404),
  "tagged-removal": ({ operation, kind }, finding) =>
    operation.id === "removeSubgraph" &&
    kind === "invariant" &&
    expects(finding, 409) &&
    isSuccess(statusOf(finding)),
  "optional-body-fields": ({ kind, name }, finding) =>
    kind === "negative" &&
    /^body: required /.test(name) &&
    (isSuccess(statusOf(finding)) || statusOf(finding) === 404),
  "address-data-auth": ({ operation, kind }, finding) =>
    operation.auth === "none" && kind === "security" && statusOf(finding) === 401,
  // Only statuses that the contract does not use: one of its own in the wrong place is an error.
  "error-status": ({ operation }, finding) =>
    /^(4\d\d)/.test(finding.expected) &&
    statusOf(finding) >= 400 &&
    statusOf(finding) < 500 &&
    documentedAs(operation, statusOf(finding)) === undefined,
  "error-body": (_, { about, expected }) =>
    about === "errors" ||
    (about === "content type" && /with [45]\d\d$/.test(expected)) ||
    (about === "body" && /\(status [45]\d\d\)$/.test(expected)),
  "no-retry-after": (_, { about, expected }) => about === "header" && /Retry-After/i.test(expected),
};
