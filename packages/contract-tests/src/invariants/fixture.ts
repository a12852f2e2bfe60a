import type { Expectation } from "../cases/case.ts";
import { successOf } from "../cases/expect.ts";
import { type CallParams, exampleOf } from "../cases/values.ts";
import type { Context, Exchange } from "../context.ts";
import type { HttpRequest } from "../http/request.ts";
import type { Finding } from "../judge/finding.ts";
import { documentedAs } from "../judge/status.ts";
import type { Operation } from "../spec/operations.ts";
import { UntriedError } from "../untried.ts";
import type { Waivers } from "../waivers/waivers.ts";
import { FindingLog } from "./finding-log.ts";
import { Unchecked } from "./unchecked.ts";

/** Thrown if an intermediate response violates the contract, so that the rest cannot be checked. */
class StepError extends Error {
  override readonly name = "StepError";
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
  readonly log: FindingLog;
  readonly unchecked: Unchecked = new Unchecked();
  /** Number of comparisons. */
  checks = 0;
  readonly #basis: string;
  #last: HttpRequest | undefined;

  constructor(context: Context, operation: Operation, { basis, seed, waivers }: FixtureOptions) {
    this.context = context;
    this.operation = operation;
    this.seed = seed;
    this.#basis = basis;
    this.log = new FindingLog(context, operation, waivers);
  }

  /** Returns calls that succeed at the target; on a mock, the contract's examples. */
  known(id: string): readonly CallParams[] {
    const { target } = this.context;
    return target.isPrism ? [{}] : (target.known[id] ?? []);
  }

  /** The value of one of the invariant's operation's parameters that is sent where no other is given. */
  valueOf(name: string): unknown {
    const parameter = this.operation.parameters.find((each) => each.name === name);
    return parameter && exampleOf(parameter);
  }

  /**
   * Records why a part was not checked; reported if nothing else was checked.
   *
   * @param isOptional Whether the contract does not require the target to have it.
   */
  skip(reason: string, isOptional = false): void {
    this.unchecked.skip(reason, isOptional);
  }

  /** Records that a listing was compared only up to this number of records. */
  limitTo(count: number): void {
    this.unchecked.limitTo(count);
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
    const part = documentedAs(operation, Number(required[0]))?.node ?? operation.node;
    const expect = { statuses: required, because, rule: { part } };
    const { verdict, response } = await this.#exchange(operation, request, expect);
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
    if (this.log.add(named, request) > 0 || !response) {
      throw new StepError();
    }
    if (statuses !== undefined) {
      this.checks += 1;
    }
    return { status: response.status, body: verdict.body };
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
      this.log.add([waiver === undefined ? finding : { ...finding, waiver }], request);
    }
    return holds;
  }

  async #exchange(
    operation: Operation,
    request: HttpRequest,
    expect: Expectation,
  ): Promise<Exchange> {
    try {
      return await this.context.exchange(operation, request, expect);
    } catch (error) {
      if (error instanceof UntriedError) {
        this.log.add(error.findings, request);
      }
      throw error;
    }
  }
}
