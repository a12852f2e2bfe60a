import type { Need } from "../cases/case.ts";
import { exampleOf, type Flat } from "../cases/values.ts";
import type { HttpRequest } from "../http/request.ts";
import type { Finding } from "../judge/finding.ts";
import { documentedAs } from "../judge/status.ts";
import type { Operation } from "../spec/operations.ts";
import type { World } from "../world.ts";

/** Something that holds between several answers of a target. */
export interface Law {
  /** What holds, as a sentence. */
  readonly name: string;
  /** The operation that it is about, and is reported with. */
  readonly operation: string;
  /** Other operations that it calls. */
  readonly also?: readonly string[];
  readonly needs: readonly Need[];
  /** @throws LawBroken if it does not hold. */
  check(scene: Scene): Promise<void>;
}

/** A law does not hold, or one of the answers on the way breaks the contract. */
export class LawBroken extends Error {
  override readonly name = "LawBroken";
  readonly findings: readonly Finding[];
  readonly request: HttpRequest;

  constructor(findings: readonly Finding[], request: HttpRequest) {
    super(findings.map(({ expected, actual }) => `${expected}; came: ${actual}`).join("\n"));
    this.findings = findings;
    this.request = request;
  }
}

/** What a law finds itself in: a target that can be called, and chance. */
export class Scene {
  readonly world: World;
  /** The law's operation. */
  readonly operation: Operation;
  readonly seed: number;
  readonly notes: Set<string> = new Set();
  /** The last request, which a broken law shows. */
  #last: HttpRequest | undefined;

  constructor(world: World, operation: Operation, seed: number) {
    this.world = world;
    this.operation = operation;
    this.seed = seed;
  }

  /** Calls known to succeed at the target; on a mock, the contract's example. */
  known(id: string): readonly Flat[] {
    const { target } = this.world;
    return target.answersExamples ? [{}] : (target.known[id] ?? []);
  }

  /** The value of one of the law's operation's parameters that is sent where no other is given. */
  valueOf(name: string): unknown {
    const parameter = this.operation.parameters.find((each) => each.name === name);
    return parameter && exampleOf(parameter);
  }

  /**
   * Calls an operation; every answer is judged.
   *
   * @param statuses What must come. Default: the documented 200.
   * @returns Status and JSON body.
   * @throws LawBroken if the answer breaks the contract.
   */
  async call(
    id: string,
    flat: Flat,
    statuses: readonly string[] = ["200"],
    because = "it exists at the target",
  ): Promise<{ status: number; body: unknown }> {
    const operation = this.world.operation(id);
    const request = this.world.request(operation, flat);
    this.#last = request;
    const part = documentedAs(operation, Number(statuses[0]))?.node ?? operation.node;
    const expect = { statuses, because, rule: { part } };
    const { verdict, response } = await this.world.exchange(operation, request, expect);
    for (const note of verdict.notes) {
      this.notes.add(note);
    }
    if (verdict.findings.length > 0) {
      throw new LawBroken(verdict.findings, request);
    }
    return { status: response?.status ?? 0, body: verdict.body };
  }

  /**
   * Demands that something holds of what came.
   *
   * @param expected What the law says, in words.
   * @param actual What came.
   * @throws LawBroken if it does not hold.
   */
  demand(holds: boolean, expected: string, actual: string): void {
    if (holds) {
      return;
    }
    const { spec, node } = this.operation;
    const rule = spec.locate(node, "description");
    const request = this.#last ?? this.world.request(this.operation, {});
    throw new LawBroken([{ about: "invariant", expected, rule, actual }], request);
  }
}
