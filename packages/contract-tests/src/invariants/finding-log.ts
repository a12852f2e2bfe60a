import type { Context } from "../context.ts";
import type { HttpRequest } from "../http/request.ts";
import type { Finding } from "../judge/finding.ts";
import type { Operation } from "../spec/operations.ts";
import { applyWaivers } from "../waivers/apply.ts";

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
  readonly #subject: { readonly operation: Operation; readonly kind: "invariant"; name: string };
  readonly #allowed: ReadonlySet<string>;

  /**
   * @param name Name of the invariant.
   * @param allowed Waivers to apply.
   */
  constructor(context: Context, operation: Operation, name: string, allowed: ReadonlySet<string>) {
    this.#context = context;
    this.#subject = { operation, kind: "invariant", name };
    this.#allowed = allowed;
  }

  /**
   * Records findings about the response to a request.
   *
   * @returns How many of them no waiver covers.
   */
  add(given: readonly Finding[], request: HttpRequest): number {
    const { findings, waived } = applyWaivers(this.#subject, given, this.#allowed);
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
