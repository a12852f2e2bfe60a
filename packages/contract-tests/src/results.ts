import type { Kind } from "./cases/case.ts";
import type { Finding } from "./judge/finding.ts";

/** The result of one case or invariant. */
export interface Result {
  /** Name of the API area, such as `chain-data`. */
  readonly area: string;
  readonly operation: string;
  readonly kind: Kind;
  readonly name: string;
  readonly outcome: "passed" | "failed" | "not applicable";
  /** Reason why it is not applicable. */
  readonly reason?: string;
  /** Whether an invariant found nothing to compare, although the target could have it. */
  readonly isUnchecked?: boolean;
  /** The part of long listings that an invariant compared, such as `the first 5,000 records`. */
  readonly extent?: string;
  readonly failure?: Failure;
  /** Deviations that `--allow` accepted. */
  readonly waived?: readonly Finding[];
  /** Response fields that the contract does not describe. */
  readonly notes: readonly string[];
  readonly ms: number;
}

/** Request and findings of a failure. */
export interface Failure {
  /** The request as a curl command, with `$TARGET` for the base URL and `$TOKEN` for the token. */
  readonly request: string;
  /** The violations, at most 100; those of other requests include the request. */
  readonly findings: readonly Finding[];
  /** Number of further violations. */
  readonly omitted?: number;
}

/** `operationId / kind / name`. */
export function titleOf({
  operation,
  kind,
  name,
}: Readonly<Record<"operation" | "kind" | "name", string>>): string {
  return `${operation} / ${kind} / ${name}`;
}
