import { setTimeout as sleep } from "node:timers/promises";
import type { Case, Expectation } from "./cases/case.ts";
import { casesOf } from "./cases/index.ts";
import { type CallParams, fromKnown, requestFor } from "./cases/values.ts";
import type { HttpRequest } from "./http/request.ts";
import { type HttpResponse, NoResponseError, type Sender } from "./http/send.ts";
import type { Finding } from "./judge/finding.ts";
import { judge, type Verdict } from "./judge/judge.ts";
import { disagreements } from "./judge/prism-agreement.ts";
import { validatorOf } from "./schema/validator.ts";
import { type Operation, operationsOf } from "./spec/operations.ts";
import type { Spec } from "./spec/spec.ts";
import { LIMITS, type Target } from "./targets/target.ts";

/** One request with its response and the verdict on it. */
export interface Exchange {
  readonly request: HttpRequest;
  readonly verdict: Verdict;
  /** Absent: no response came. */
  readonly response?: HttpResponse;
}

/** Operations whose effect another one takes back, given the same body. */
const UNDO: Readonly<Record<string, string>> = { createTag: "deleteTag" };

/** How often, and how long at most, a target that asks for patience gets it. */
const PATIENCE = { attempts: 4, maxMs: 5_000 };

/** The operations of all areas, and the one target that they are tried on. */
export class Context {
  readonly operations: readonly Operation[];
  readonly target: Target;
  /** Statuses that were judged, as `operationId status`. */
  readonly seen: Set<string> = new Set();
  readonly #sender: Sender;
  /** What was created and is still there, by request. */
  readonly #left = new Map<string, HttpRequest>();

  constructor(specs: readonly Spec[], target: Target, sender: Sender) {
    this.target = target;
    this.operations = specs.flatMap(operationsOf);
    // A dialect that is not judged by is told of now.
    for (const spec of specs) {
      validatorOf(spec);
    }
    this.#sender = sender;
  }

  /** The cases of an operation for this target. */
  casesOf(operation: Operation): Case[] {
    const siblings = this.operations.filter(({ spec }) => spec === operation.spec);
    return casesOf(operation, siblings, this.target, validatorOf(operation.spec));
  }

  /** @throws Error if no area has such an operation. */
  operation(id: string): Operation {
    const found = this.operations.find((each) => each.id === id);
    if (!found) {
      throw new Error(`no area has the operation ${id}`);
    }
    return found;
  }

  /** The request for parameters of an operation given by name, its other ones as in the examples. */
  request(operation: Operation, params: CallParams): HttpRequest {
    return requestFor(operation, fromKnown(operation, this.target, params, ""));
  }

  /** Sends a request and judges what comes. Waits and tries again where the target says 429. */
  async exchange(
    operation: Operation,
    request: HttpRequest,
    expect: Expectation,
    valid?: boolean,
  ): Promise<Exchange> {
    let response: HttpResponse;
    const waits: Finding[] = [];
    try {
      response = await this.#patiently(operation, request, expect, waits);
    } catch (error) {
      if (!(error instanceof NoResponseError)) {
        throw error;
      }
      const rule = operation.spec.locate(expect.rule.part, expect.rule.key);
      const expected = `${expect.statuses.join(" or ")}, because ${expect.because}`;
      const actual = `no response: ${error.message}`;
      const finding: Finding = { about: "status", expected, rule, actual };
      return { request, verdict: { findings: [finding], notes: [] } };
    }
    this.#remember(operation, request, response);
    const verdict = this.#judge(operation, expect, response);
    const second = this.target.isPrism ? disagreements(verdict, response, valid) : [];
    const findings = [...waits, ...verdict.findings, ...second];
    return { request, response, verdict: { ...verdict, findings } };
  }

  /** Takes back what was created and is still there. */
  async cleanUp(): Promise<void> {
    for (const request of this.#left.values()) {
      await this.#sender.send(request).catch(() => undefined);
    }
    this.#left.clear();
  }

  #judge(operation: Operation, expect: Expectation, response: HttpResponse): Verdict {
    const namesParameters = LIMITS.errors(this.target, operation) === undefined;
    const verdict = judge(
      operation,
      expect,
      response,
      validatorOf(operation.spec),
      namesParameters,
    );
    if (verdict.status !== undefined) {
      this.seen.add(`${operation.id} ${verdict.status}`);
    }
    return verdict;
  }

  /** Each answer that asks for patience is judged as well: what is wrong with it goes to `waits`. */
  async #patiently(
    operation: Operation,
    request: HttpRequest,
    expect: Expectation,
    waits: Finding[],
  ): Promise<HttpResponse> {
    for (let attempt = 1; ; attempt += 1) {
      const response = await this.#sender.send(request);
      const ms = 1000 * Number(response.headers["retry-after"]);
      const isToWait = response.status === 429 && !expect.statuses.includes("429");
      if (!isToWait || attempt === PATIENCE.attempts || !(ms <= PATIENCE.maxMs)) {
        return response;
      }
      const { because, rule } = expect;
      const tooMany = { statuses: ["429"], because, rule };
      waits.push(...this.#judge(operation, tooMany, response).findings);
      await sleep(Math.max(0, ms));
    }
  }

  #remember(operation: Operation, request: HttpRequest, { status }: HttpResponse): void {
    if (status < 200 || status > 299 || this.target.isPrism) {
      return;
    }
    const undo = this.operations.find(({ id }) => id === UNDO[operation.id]);
    const [path] = request.target.split("?");
    const key = (of: Operation) => `${of.id} ${request.body}`;
    if (undo) {
      const target = (path ?? "").replace(lastSegment(operation), lastSegment(undo));
      this.#left.set(key(undo), { ...request, target, withToken: true });
    } else {
      this.#left.delete(key(operation));
    }
  }
}

function lastSegment({ path }: Operation): string {
  return path.slice(path.lastIndexOf("/"));
}
