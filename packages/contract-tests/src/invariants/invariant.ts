import type { Need } from "../cases/case.ts";
import { type CallParams, exampleOf } from "../cases/values.ts";
import type { Context } from "../context.ts";
import type { HttpRequest } from "../http/request.ts";
import type { Finding } from "../judge/finding.ts";
import { documentedAs } from "../judge/status.ts";
import type { Operation } from "../spec/operations.ts";

/** Something that holds between several responses of a target. */
export interface Invariant {
  /** What holds, as a sentence. */
  readonly name: string;
  /** The operation that it is about, and is reported with. */
  readonly operation: string;
  /** Other operations that it calls. */
  readonly also?: readonly string[];
  readonly needs: readonly Need[];
  /** @throws InvariantError if it does not hold. */
  check(fixture: Fixture): Promise<void>;
}

/** An invariant does not hold, or one of the responses on the way breaks the contract. */
export class InvariantError extends Error {
  override readonly name = "InvariantError";
  readonly findings: readonly Finding[];
  readonly request: HttpRequest;

  constructor(findings: readonly Finding[], request: HttpRequest) {
    super(findings.map(({ expected, actual }) => `${expected}; came: ${actual}`).join("\n"));
    this.findings = findings;
    this.request = request;
  }
}

/** What an invariant finds itself in: a target that can be called, and chance. */
export class Fixture {
  readonly context: Context;
  /** The invariant's operation. */
  readonly operation: Operation;
  readonly seed: number;
  readonly notes: Set<string> = new Set();
  /** The last request, which a broken invariant shows. */
  #last: HttpRequest | undefined;

  constructor(context: Context, operation: Operation, seed: number) {
    this.context = context;
    this.operation = operation;
    this.seed = seed;
  }

  /** Calls known to succeed at the target; on a mock, the contract's example. */
  known(id: string): readonly CallParams[] {
    const { target } = this.context;
    return target.servesExamples ? [{}] : (target.known[id] ?? []);
  }

  /** The value of one of the invariant's operation's parameters that is sent where no other is given. */
  valueOf(name: string): unknown {
    const parameter = this.operation.parameters.find((each) => each.name === name);
    return parameter && exampleOf(parameter);
  }

  /**
   * Calls an operation; every response is judged.
   *
   * @param statuses What must come. Default: the documented 200.
   * @returns Status and JSON body.
   * @throws InvariantError if the response breaks the contract.
   */
  async call(
    id: string,
    params: CallParams,
    statuses: readonly string[] = ["200"],
    because = "it exists at the target",
  ): Promise<{ status: number; body: unknown }> {
    const operation = this.context.operation(id);
    const request = this.context.request(operation, params);
    this.#last = request;
    const part = documentedAs(operation, Number(statuses[0]))?.node ?? operation.node;
    const expect = { statuses, because, rule: { part } };
    const { verdict, response } = await this.context.exchange(operation, request, expect);
    for (const note of verdict.notes) {
      this.notes.add(note);
    }
    if (verdict.findings.length > 0) {
      throw new InvariantError(verdict.findings, request);
    }
    return { status: response?.status ?? 0, body: verdict.body };
  }

  /**
   * Demands that something holds of what came.
   *
   * @param expected What the invariant says, in words.
   * @param actual What came.
   * @throws InvariantError if it does not hold.
   */
  assert(holds: boolean, expected: string, actual: string): void {
    if (holds) {
      return;
    }
    const { spec, node } = this.operation;
    const rule = spec.locate(node, "description");
    const request = this.#last ?? this.context.request(this.operation, {});
    throw new InvariantError([{ about: "invariant", expected, rule, actual }], request);
  }
}
