import { abortError, CallError, type CallFacts, inputError } from "./errors.ts";
import { asNetworkError } from "./network.ts";
import type { Operation } from "./operation.ts";
import type { AnyClientOptions, CallOptions } from "./options.ts";
import { copyRequest } from "./request.ts";
import { type Ending, retryDelayMs } from "./retry.ts";
import type { Authorize } from "./tokens.ts";
import { waitFor } from "./wait.ts";
import { isUnread } from "./web.ts";

/** The options of client and call together, as far as sending a request takes them. */
type SendOptions = Pick<
  AnyClientOptions & CallOptions,
  "fetch" | "logger" | "maxResponseBytes" | "retry" | "signal" | "timeoutMs"
>;

/** One request in progress. Each request has its own, which counts its attempts. */
export interface RequestContext extends CallFacts {
  url: string;
  attempts: number;
  readonly rule: Operation;
  readonly options: SendOptions;
  /** Absent: no token is sent. */
  readonly authorize?: Authorize | undefined;
  readonly readText: ReadText;
}

/** Reads the body of a response as text; empty if it is read elsewhere. */
export type ReadText = (
  response: Response,
  context: RequestContext,
  maxBytes: number | undefined,
) => Promise<string>;

/** A response, and its body, read to the end. */
export interface Reply {
  readonly response: Response;
  readonly text: string;
}

const DEFAULT_TIMEOUT_MS = 30_000;

/**
 * Sends a request, again where a retry is safe and useful, until a response or an error is final.
 *
 * @returns The last response, whatever its status, read to its end.
 * @throws CallError if there is none.
 */
export async function send(
  request: Request | string,
  init: RequestInit,
  context: RequestContext,
): Promise<Reply> {
  const { rule, options } = context;
  for (;;) {
    const startedAt = Date.now();
    const outcome: Reply | CallError = await attempt(request, init, context).catch(
      (error: CallError) => error,
    );
    const response = "response" in outcome ? outcome.response : undefined;
    const ending = "response" in outcome ? outcome.response.status : outcome.kind;
    const delayMs = retryDelayMs(
      options.retry,
      rule.idempotent,
      context.attempts,
      ending,
      response?.headers,
    );
    logAttempt(context, ending, Date.now() - startedAt, delayMs);
    if (delayMs !== undefined) {
      await waitFor(undefined, delayMs, options.signal);
    } else if ("response" in outcome) {
      return outcome;
    } else {
      throw outcome;
    }
  }
}

/** Sends a request once. An error that is not one of the call is a fault of ours, and final. */
async function attempt(
  request: Request | string,
  init: RequestInit,
  context: RequestContext,
): Promise<Reply> {
  const { signal, timeoutMs = DEFAULT_TIMEOUT_MS } = context.options;
  const controller = new AbortController();
  if (!signal?.aborted) {
    const work = transmit(request, init, context, controller.signal);
    // Not left to `fetch`: one that ignores its signal must not hold the call.
    const outcome = await waitFor(work, timeoutMs || Infinity, signal);
    if (outcome) {
      return outcome;
    }
    controller.abort();
  }
  throw signal?.aborted
    ? abortError(context, signal)
    : new CallError("timeout", `timed out after ${timeoutMs} ms`, context);
}

async function transmit(
  request: Request | string,
  init: RequestInit,
  context: RequestContext,
  signal: AbortSignal,
): Promise<Reply> {
  const { options, authorize } = context;
  const { fetch: sendOnce = fetch, maxResponseBytes } = options;
  let { headers } = init;
  if (authorize) {
    headers = await authorize(headers, context);
    if (signal.aborted) {
      // Nobody waits any more: nothing may be sent.
      throw abortError(context, signal);
    }
  }
  context.attempts += 1;
  const isUrl = typeof request === "string";
  const input = isUrl ? request : copyRequest(request);
  // Within, because a `fetch` may also throw.
  const sending = async () => sendOnce(input, { ...init, headers, signal } as RequestInit);
  const response: unknown = await sending().catch(asNetworkError(context));
  if (!isUnread(response)) {
    throw inputError(context, "fetch", "must return a Response, unread");
  }
  // Middleware and openapi-fetch, which send a Request, read the response itself again.
  const copy = isUrl ? response : response.clone();
  return { response, text: await context.readText(copy, context, maxResponseBytes) };
}

function logAttempt(
  { operation, method, attempts, options }: RequestContext,
  ending: Ending,
  ms: number,
  delayMs: number | undefined,
): void {
  const next = delayMs === undefined ? "" : `, next in ${Math.round(delayMs)} ms`;
  const level = delayMs === undefined ? levelOf(ending) : "warn";
  try {
    options.logger?.[level](
      `${operation} ${method} ${ending} in ${ms} ms, attempt ${attempts}${next}`,
    );
  } catch {
    // The call has its own outcome, whatever becomes of a line about it.
  }
}

/** A 304 is what a conditional request asks for. */
function levelOf(ending: Ending): "debug" | "error" {
  const isSuccess =
    typeof ending === "number" && ((ending >= 200 && ending < 300) || ending === 304);
  return isSuccess ? "debug" : "error";
}
