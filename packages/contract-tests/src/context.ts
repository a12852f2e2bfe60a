import { setTimeout as sleep } from "node:timers/promises";
import { parseRetryAfter } from "@chainkit/openapi/http";
import type { Expectation } from "./cases/case.ts";
import { type CallParams, fromKnown, requestFor } from "./cases/values.ts";
import { type CurlSettings, curlLine, type HttpRequest } from "./http/request.ts";
import { type HttpResponse, NoResponseError } from "./http/send.ts";
import { type Finding, isAmong } from "./judge/finding.ts";
import { judge, type Verdict } from "./judge/judge.ts";
import { disagreements } from "./judge/prism-agreement.ts";
import { createTitles, type Titles } from "./judge/titles.ts";
import { DEFAULTS } from "./options.ts";
import { type Operation, operationsOf } from "./spec/operations.ts";
import type { Spec } from "./spec/spec.ts";
import { untestable } from "./spec/untestable.ts";
import type { AreaSender } from "./targets/senders.ts";
import type { Target } from "./targets/target.ts";
import { createUndo, type Undo } from "./undo.ts";

/** Attempts after which a target that asks to wait is too busy. */
const MAX_ATTEMPTS = 4;

/** First delay after a response without `Retry-After`, in milliseconds; it doubles with each attempt. */
const BACKOFF_MS = 250;

/** A request with its response and verdict. */
export interface Exchange {
  readonly request: HttpRequest;
  /** Violations of the response, and of those that asked to wait. */
  readonly verdict: Verdict;
  /** Absent if no response was received. */
  readonly response?: HttpResponse;
  /** Why there is no response to judge: the target was too busy, or the run has to end. */
  readonly untried?: string;
}

/** Options of a context. */
export interface ContextOptions {
  /** Marker in the names that this run creates, so that concurrent runs do not interfere. */
  readonly runId?: string;
  /** Longest `Retry-After` to wait for, in milliseconds. */
  readonly maxRetryAfterMs?: number | undefined;
  /** Maximum time to wait for a new block, in milliseconds. */
  readonly blockWaitMs?: number | undefined;
  /** Returns why no further request may be sent; undefined if one may. */
  readonly stopReason?: () => string | undefined;
  /** Settings of the curl commands in the report. */
  readonly curl?: CurlSettings;
  /** Whether the validation of a mock must agree with ours, as for our own contract. Default: false. */
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
  readonly #sender: AreaSender;
  readonly #undo: Undo;
  readonly #titles: Titles = createTitles();
  readonly #options: ContextOptions;

  constructor(
    specs: readonly Spec[],
    target: Target,
    sender: AreaSender,
    options: ContextOptions = {},
  ) {
    const { runId = "", blockWaitMs = DEFAULTS.blockWaitMs } = options;
    this.target = target;
    this.operations = specs
      .flatMap(operationsOf)
      .filter((each) => untestable(each, target) === undefined);
    this.runId = runId;
    this.blockWaitMs = blockWaitMs;
    this.#sender = sender;
    this.#undo = createUndo(this.operations);
    this.#options = options;
  }

  /** Returns the operation of an id, which has to be one of them. */
  operation(id: string): Operation {
    return this.operations.find((each) => each.id === id) as Operation;
  }

  /** Creates a request with the given parameters; those that are undefined are taken from the examples. */
  request(operation: Operation, params: CallParams): HttpRequest {
    return requestFor(operation, fromKnown(operation, this.target, params, ""));
  }

  /** Formats a request as the curl command that reproduces it. */
  curlLine(request: HttpRequest): string {
    return curlLine(request, this.#options.curl);
  }

  /** Sends a request without judging the response. */
  async send(operation: Operation, request: HttpRequest): Promise<HttpResponse> {
    return this.#sender.send(request, operation.spec.name);
  }

  /** Sends a call whose response is not part of what is checked, with a changed request. */
  ask(
    operation: Operation,
    params: CallParams,
    { headers = {}, ...change }: Partial<HttpRequest> = {},
  ): Promise<Exchange> {
    const request = this.request(operation, params);
    const changed = { ...request, ...change, headers: { ...request.headers, ...headers } };
    const expect = { statuses: ["200"], because: "it exists", rule: { part: operation.node } };
    return this.exchange(operation, changed, expect);
  }

  /**
   * Sends a request and judges the response. Waits and retries on 429, and on a 503 with `Retry-After`
   * if the operation is safe, unless that status is expected.
   */
  async exchange(
    operation: Operation,
    request: HttpRequest,
    expect: Expectation,
    valid?: boolean,
  ): Promise<Exchange> {
    const { statuses, because, rule } = expect;
    const { stopReason, maxRetryAfterMs = DEFAULTS.maxRetryAfterMs } = this.#options;
    const waits: Finding[] = [];
    const without = (findings: readonly Finding[]) => ({
      request,
      verdict: { findings, notes: [] },
    });
    for (let attempt = 1; ; attempt += 1) {
      const untried = stopReason?.();
      if (untried !== undefined) {
        return { ...without(waits), untried };
      }
      let response: HttpResponse;
      try {
        response = await this.send(operation, request);
      } catch (error) {
        if (!(error instanceof NoResponseError)) {
          throw error;
        }
        const place = operation.spec.locate(rule.part, rule.key);
        const fault = { kind: "no-response", expected: statuses, because } as const;
        return without([{ ...fault, reason: error.message, rule: place }]);
      }
      const { status } = response;
      const stated = parseRetryAfter(response.headers["retry-after"]);
      const isBusy = status === 429 || (status === 503 && operation.safe && stated !== undefined);
      if (!isBusy || isAmong(status, statuses)) {
        const verdict = this.#judged(operation, request, expect, response, valid);
        const findings = [...waits, ...verdict.findings];
        return { request, response, verdict: { ...verdict, findings } };
      }
      const asked = { statuses: [String(status)], because, rule };
      waits.push(...this.#judge(operation, asked, response).findings);
      const ms = stated ?? BACKOFF_MS * 2 ** (attempt - 1);
      if (attempt === MAX_ATTEMPTS || ms > maxRetryAfterMs) {
        const busy = status === 429 ? "rate limited" : "temporarily unavailable";
        this.busy.set(operation.id, busy);
        return { ...without(waits), untried: busy };
      }
      await sleep(ms);
    }
  }

  /** Removes everything that was created and still exists. */
  async cleanUp(): Promise<void> {
    await this.#undo.run((operation, request) => this.send(operation, request));
  }

  #judged(
    operation: Operation,
    request: HttpRequest,
    expect: Expectation,
    response: HttpResponse,
    valid: boolean | undefined,
  ): Verdict {
    const verdict = this.#judge(operation, expect, response);
    if (!this.target.isPrism) {
      this.#undo.remember(operation, request, response.status);
      return verdict;
    }
    const ofPrism = this.#options.comparesPrism ? disagreements(verdict, response, valid) : [];
    return { ...verdict, findings: [...verdict.findings, ...ofPrism] };
  }

  #judge(operation: Operation, expect: Expectation, response: HttpResponse): Verdict {
    const verdict = judge(operation, expect, response, this.target.isPrism);
    if (verdict.status !== undefined) {
      this.seen.add(`${operation.id} ${verdict.status}`);
    }
    const titles = this.#titles(operation, response.status, verdict.body);
    return { ...verdict, findings: [...verdict.findings, ...titles] };
  }
}
