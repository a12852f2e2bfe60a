import type { Case, Expectation } from "./cases/case.ts";
import { casesOf } from "./cases/index.ts";
import { type CallParams, fromKnown, requestFor } from "./cases/values.ts";
import { type CurlSettings, curlLine, type HttpRequest } from "./http/request.ts";
import { type HttpResponse, NoResponseError } from "./http/send.ts";
import type { Finding } from "./judge/finding.ts";
import { judge, type Verdict } from "./judge/judge.ts";
import { disagreements } from "./judge/prism-agreement.ts";
import { createTitles, type Titles } from "./judge/titles.ts";
import { sendPatiently } from "./patience.ts";
import { type Operation, operationsOf } from "./spec/operations.ts";
import type { Spec } from "./spec/spec.ts";
import { untestable } from "./spec/untestable.ts";
import type { AreaSender } from "./targets/senders.ts";
import type { Target } from "./targets/target.ts";
import { createUndo, type Undo } from "./undo.ts";
import { UntriedError } from "./untried.ts";

/** A request with its response and verdict. */
export interface Exchange {
  readonly request: HttpRequest;
  readonly verdict: Verdict;
  /** Absent if no response was received. */
  readonly response?: HttpResponse;
}

/** Options of a context. */
export interface ContextOptions {
  /** Marker in the names that this run creates, so that concurrent runs do not interfere. */
  readonly runId?: string;
  /** Longest `Retry-After` to wait for, in milliseconds. */
  readonly maxRetryAfterMs?: number;
  /** Maximum time to wait for a new block, in milliseconds. */
  readonly blockWaitMs?: number;
  /** Returns why no further request may be sent; undefined if one may. */
  readonly stopReason?: () => string | undefined;
  /** Settings of the curl commands in the report. */
  readonly curl?: CurlSettings;
  /** Whether the validation of a mock must agree with ours, as for our own contract. Default: true. */
  readonly comparesPrism?: boolean;
}

/** Shared state of a run: the operations of all areas, and the target. */
export class Context {
  readonly operations: readonly Operation[];
  target: Target;
  readonly runId: string;
  readonly blockWaitMs: number;
  /** Statuses of the judged responses, as `operationId status`. */
  readonly seen: Set<string> = new Set();
  /** Reason why the target was too busy to respond, by operation id. */
  readonly busy: Map<string, string> = new Map();
  /** With those that the suite cannot test. */
  readonly #documented: readonly Operation[];
  readonly #sender: AreaSender;
  readonly #undo: Undo;
  readonly #titles: Titles = createTitles();
  readonly #maxRetryAfterMs: number;
  readonly #stopReason: () => string | undefined;
  readonly #curl: CurlSettings;
  readonly #comparesPrism: boolean;

  constructor(
    specs: readonly Spec[],
    target: Target,
    sender: AreaSender,
    {
      runId = "run",
      maxRetryAfterMs = 30_000,
      blockWaitMs = 15_000,
      stopReason = () => undefined,
      curl = {},
      comparesPrism = true,
    }: ContextOptions = {},
  ) {
    this.target = target;
    this.#documented = specs.flatMap(operationsOf);
    this.operations = this.#documented.filter((each) => untestable(each, target) === undefined);
    this.runId = runId;
    this.blockWaitMs = blockWaitMs;
    this.#sender = sender;
    this.#undo = createUndo(this.operations);
    this.#maxRetryAfterMs = maxRetryAfterMs;
    this.#stopReason = stopReason;
    this.#curl = curl;
    this.#comparesPrism = comparesPrism;
  }

  /** Returns the cases of an operation for this target. */
  casesOf(operation: Operation): Case[] {
    const siblings = this.#documented.filter(({ spec }) => spec === operation.spec);
    return casesOf(operation, siblings, this.target);
  }

  /** @throws Error if no area has such an operation. */
  operation(id: string): Operation {
    const found = this.operations.find((each) => each.id === id);
    if (!found) {
      throw new Error(`no area has the operation ${id}`);
    }
    return found;
  }

  /** Creates a request with the given parameters; those that are undefined are taken from the examples. */
  request(operation: Operation, params: CallParams): HttpRequest {
    return requestFor(operation, fromKnown(operation, this.target, params, ""));
  }

  /** Formats a request as the curl command that reproduces it. */
  curlLine(request: HttpRequest): string {
    return curlLine(request, this.#curl);
  }

  /** Sends a request without judging the response. */
  async send(operation: Operation, request: HttpRequest): Promise<HttpResponse> {
    return this.#sender.send(request, operation.spec.name);
  }

  /**
   * Sends a request and judges the response. Waits and retries on 429, and on a 503 with `Retry-After`
   * if the operation is safe.
   *
   * @throws UntriedError if the target stays busy, or the run has to end.
   */
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
      const { statuses: expected, because } = expect;
      const reason = error.message;
      const finding: Finding = { kind: "no-response", expected, because, reason, rule };
      return { request, verdict: { findings: [finding], notes: [] } };
    }
    if (!this.target.isPrism) {
      this.#undo.remember(operation, request, response.status);
    }
    const verdict = this.#judge(operation, expect, response);
    const isCompared = this.target.isPrism && this.#comparesPrism;
    const ofPrism = isCompared ? disagreements(verdict, response, valid) : [];
    const findings = [...waits, ...verdict.findings, ...ofPrism];
    return { request, response, verdict: { ...verdict, findings } };
  }

  /** Removes everything that was created and still exists. */
  async cleanUp(): Promise<void> {
    await this.#undo.run((operation, request) => this.send(operation, request));
  }

  #judge(operation: Operation, expect: Expectation, response: HttpResponse): Verdict {
    const verdict = judge(operation, expect, response, this.target.isPrism);
    if (verdict.status !== undefined) {
      this.seen.add(`${operation.id} ${verdict.status}`);
    }
    const titles = this.#titles(operation, response.status, verdict.body);
    return { ...verdict, findings: [...verdict.findings, ...titles] };
  }

  /** Judges each response that asks to wait as well, and adds its findings to `waits`. */
  async #patiently(
    operation: Operation,
    request: HttpRequest,
    expect: Expectation,
    waits: Finding[],
  ): Promise<HttpResponse> {
    const { because, rule } = expect;
    return sendPatiently(operation, expect, {
      maxRetryAfterMs: this.#maxRetryAfterMs,
      send: async () => {
        const reason = this.#stopReason();
        if (reason !== undefined) {
          throw new UntriedError(reason);
        }
        return this.send(operation, request);
      },
      onWait: (response) => {
        const asked = { statuses: [String(response.status)], because, rule };
        waits.push(...this.#judge(operation, asked, response).findings);
      },
      onBusy: (reason) => {
        this.busy.set(operation.id, reason);
        return new UntriedError(reason, waits);
      },
    });
  }
}
