import type { Finding } from "./judge/finding.ts";

/** A request had no response to judge: the target was too busy, or the run has to end. */
export class UntriedError extends Error {
  override readonly name = "UntriedError";
  /** Violations of the responses that asked to wait. */
  readonly findings: readonly Finding[];

  /** @param reason Reason for the report. */
  constructor(reason: string, findings: readonly Finding[] = []) {
    super(reason);
    this.findings = findings;
  }
}
