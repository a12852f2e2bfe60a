import { type JsonObject, responseFor } from "@chainkit/openapi";
import { successOf } from "../cases/expect.ts";
import type { CallParams } from "../cases/values.ts";
import type { Context, Exchange } from "../context.ts";
import type { HttpRequest } from "../http/request.ts";
import type { Finding } from "../judge/finding.ts";
import type { Operation } from "../spec/operations.ts";
import type { Waivers } from "../waivers.ts";
import { agree, named } from "./facts.ts";

/** Maximum number of recorded violations per invariant, and of allowed deviations. */
const MAX_FINDINGS = 100;

/** Number of records that an invariant reads of long listings, all together. */
export const DEEP_RECORDS = 5000;

/** Thrown if an intermediate response violates the contract, so that the rest cannot be checked. */
class StepError extends Error {
  override readonly name = "StepError";
}

/** Thrown if a request had no response to judge; the message is the reason for the report. */
export class UntriedError extends Error {
  override readonly name = "UntriedError";
}

/** Options of a {@link Fixture}. */
export interface FixtureOptions {
  /** The sentence that the invariant rests on. */
  readonly basis: string;
  readonly seed: number;
  readonly waivers: Waivers;
}

/** Fixture of an invariant: calls the target and records violations. */
export class Fixture {
  readonly context: Context;
  /** The invariant's operation. */
  readonly operation: Operation;
  readonly seed: number;
  readonly notes: Set<string> = new Set();
  readonly findings: Finding[] = [];
  /** Deviations that a waiver covers. */
  readonly waived: Finding[] = [];
  /** Number of violations beyond the recorded ones. */
  omitted = 0;
  /** Number of comparisons. */
  checks = 0;
  /** Number of records of long listings that may still be read. */
  budget: number = DEEP_RECORDS;
  /** Number of records within which long listings were compared; undefined if all were compared to their end. */
  extent: number | undefined;
  /** Why parts were not checked, and whether the contract does not require the target to have them. */
  readonly skipped: Map<string, boolean> = new Map();
  readonly #basis: string;
  readonly #waivers: Waivers;
  #last: HttpRequest | undefined;

  constructor(context: Context, operation: Operation, { basis, seed, waivers }: FixtureOptions) {
    this.context = context;
    this.operation = operation;
    this.seed = seed;
    this.#basis = basis;
    this.#waivers = waivers;
  }

  /** Returns calls that succeed at the target, by default of the invariant's operation; on a mock, the contract's examples. */
  known(id: string = this.operation.id): readonly CallParams[] {
    const { target } = this.context;
    return target.isPrism ? [{}] : (target.known[id] ?? []);
  }

  /**
   * Records why a part was not checked; reported if nothing else was checked.
   *
   * @param isOptional Whether the contract does not require the target to have it.
   */
  skip(reason: string, isOptional = false): void {
    this.skipped.set(reason, isOptional);
  }

  /** Records that a listing was compared only up to this number of records. */
  limitTo(count: number): void {
    this.extent = Math.min(count, this.extent ?? count);
  }

  /** Checks items sequentially; an invalid response ends only the check of its item. */
  async forEach<Item>(items: Iterable<Item>, check: (item: Item) => Promise<void>): Promise<void> {
    for (const item of items) {
      await this.attempt(() => check(item));
    }
  }

  /** Runs a check that ends at the first invalid response. */
  async attempt(check: () => Promise<void>): Promise<void> {
    try {
      await check();
    } catch (error) {
      if (!(error instanceof StepError)) {
        throw error;
      }
    }
  }

  /**
   * Calls an operation; the response is judged. One that deviates as a waiver allows is returned.
   *
   * @param statuses Expected statuses. Default: the documented success.
   * @param waiver The waiver of the register that covers another status: a 4xx, or a success in place of one.
   * @returns Status and JSON body.
   * @throws StepError if the response violates the contract.
   */
  async call(
    id: string,
    params: CallParams,
    statuses?: readonly string[],
    because = "it exists at the target",
    waiver?: string,
  ): Promise<{ status: number; body: unknown }> {
    const operation = this.context.operation(id);
    const request = this.context.request(operation, params);
    const required = statuses ?? [successOf(operation)];
    this.#last = request;
    const part = responseFor(operation.responses, Number(required[0]))?.node ?? operation.node;
    const expect = { statuses: required, because, rule: { part } };
    const exchange = await this.context.exchange(operation, request, expect);
    const { verdict, response, untried } = exchange;
    if (untried !== undefined) {
      this.#record(verdict.findings, request);
      throw new UntriedError(untried);
    }
    for (const note of verdict.notes) {
      this.notes.add(note);
    }
    const isRefused = Math.floor((response?.status ?? 0) / 100) === 4;
    const isTaken = required.every((status) => status.startsWith("4"));
    const named = verdict.findings.map((finding) =>
      waiver !== undefined && finding.kind === "status" && (isRefused || isTaken)
        ? { ...finding, waiver }
        : finding,
    );
    if (this.#record(named, request) > 0 || !response) {
      throw new StepError();
    }
    if (statuses !== undefined) {
      this.checks += 1;
    }
    return { status: response.status, body: verdict.body };
  }

  /**
   * Sends a call, with a changed request; other cases and invariants judge its response.
   *
   * @param operation Default: that of the invariant.
   */
  async ask(
    params: CallParams,
    change?: Partial<HttpRequest>,
    operation: Operation = this.operation,
  ): Promise<Exchange> {
    const exchange = await this.context.ask(operation, params, change);
    if (exchange.untried !== undefined) {
      throw new UntriedError(exchange.untried);
    }
    return exchange;
  }

  /**
   * Records a violation unless a condition holds.
   *
   * @param expected Expectation for the report.
   * @param actual What was received.
   * @param waiver The waiver of the register that covers the violation.
   * @returns Whether it holds.
   */
  assert(holds: boolean, expected: string, actual: string, waiver?: string): boolean {
    this.checks += 1;
    return this.guard(holds, expected, actual, waiver);
  }

  /** Asserts that a field of a record states the same as another response. @param suffix Where that is from. */
  assertAgrees(record: JsonObject, name: string, expected: unknown, suffix = ""): void {
    const { [name]: actual } = record;
    this.assert(agree(expected, actual), `${name} is ${expected}${suffix}`, `${actual}`);
  }

  /** Asserts that the keys of some records are among those of a listing. */
  assertListed(expected: string, keys: readonly string[], listed: readonly string[]): void {
    const all = new Set(listed);
    const lost = keys.filter((key) => !all.has(key));
    this.assert(lost.length === 0, expected, `missing ${named(lost)}`);
  }

  /**
   * Records a violation like {@link assert}, but does not count as a comparison if it holds: for
   * conditions on the way to what an invariant compares.
   */
  guard(holds: boolean, expected: string, actual: string, waiver?: string): boolean {
    if (!holds) {
      const { spec, node } = this.operation;
      const rule = spec.locate(node, "description");
      const finding: Finding = { kind: "invariant", expected, rule, actual, basis: this.#basis };
      const request = this.#last ?? this.context.request(this.operation, {});
      this.#record([waiver === undefined ? finding : { ...finding, waiver }], request);
    }
    return holds;
  }

  /** Records findings about the response to a request. @returns How many of them no waiver covers. */
  #record(given: readonly Finding[], request: HttpRequest): number {
    const subject = { operation: this.operation, kind: "invariant" } as const;
    const { findings, waived } = this.#waivers.apply(subject, given);
    const curl = this.context.curlLine(request);
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
