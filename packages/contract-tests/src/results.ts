import type { Kind } from "./cases/case.ts";
import type { Finding } from "./judge/finding.ts";

/** What came of one case or law. */
export interface Result {
  /** Name of the API area. */
  readonly area: string;
  readonly operation: string;
  readonly kind: Kind;
  readonly name: string;
  readonly outcome: "passed" | "failed" | "not applicable";
  /** Why it does not apply. */
  readonly reason?: string;
  readonly failure?: Failure;
  /** Fields of answers that the contract does not have. */
  readonly notes: readonly string[];
  readonly ms: number;
}

/** What a person needs to see a failure for themselves. */
export interface Failure {
  /** The request as a line for a shell; `$TARGET` and `$TOKEN` stand for address and token. */
  readonly request: string;
  readonly findings: readonly Finding[];
}

/** `operationId / kind / name`. */
export function titleOfResult({ operation, kind, name }: Result): string {
  return `${operation} / ${kind} / ${name}`;
}
