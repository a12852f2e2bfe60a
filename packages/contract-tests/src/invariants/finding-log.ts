import type { Context } from "../context.ts";
import type { HttpRequest } from "../http/request.ts";
import type { Finding } from "../judge/finding.ts";
import type { Operation } from "../spec/operations.ts";
import type { Waivers } from "../waivers/waivers.ts";

/** Maximum number of recorded violations per invariant, and of allowed deviations. */
const MAX_FINDINGS = 100;

/** Violations of one invariant. */
export class FindingLog {
  readonly findings: Finding[] = [];
  /** Deviations that a waiver covers. */
  readonly waived: Finding[] = [];
  /** Number of violations beyond the recorded ones. */
  omitted = 0;
  readonly #context: Context;
  readonly #operation: Operation;
  readonly #waivers: Waivers;

  constructor(context: Context, operation: Operation, waivers: Waivers) {
    this.#context = context;
    this.#operation = operation;
    this.#waivers = waivers;
  }

  /**
   * Records findings about the response to a request.
   *
   * @returns How many of them no waiver covers.
   */
  add(given: readonly Finding[], request: HttpRequest): number {
    const subject = { operation: this.#operation, kind: "invariant" } as const;
    const { findings, waived } = this.#waivers.apply(subject, given);
    const curl = this.#context.curlLine(request);
    const add = (to: Finding[], each: readonly Finding[]) => {
      for (const finding of each.slice(0, MAX_FINDINGS - to.length)) {
        to.push({ ...finding, request: curl });
      }
    };
    this.omitted += Math.max(0, this.findings.length + findings.length - MAX_FINDINGS);
    add(this.findings, findings);
    add(this.waived, waived);
    return findings.length;
  }
}
