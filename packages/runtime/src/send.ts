import { CallError, type CallFacts, isApiError, redact } from "./errors.ts";
import { refuser, typeOf } from "./input.ts";
import type { Operation } from "./operation.ts";
import type { AnyClientOptions, CallOptions, TokenSource } from "./options.ts";

/** Throws the error for a response that is not as documented. */
export type Fail = (what: string, cause?: unknown) => never;

/** The options of client and call together, as far as sending a request takes them. */
interface RequestOptions
  extends Pick<AnyClientOptions, "fetch" | "logger" | "retry" | "successCodes" | "timeoutMs">,
    Pick<CallOptions, "signal"> {
  readonly authorize: typeof authorize;
  readonly readAny?: (text: string, rule: Operation, fail: Fail) => unknown;
}

/** One request in progress, and what its errors say. */
export interface RequestContext extends CallFacts {
  url: string;
  attempts: number;
  readonly options: RequestOptions;
  readonly idempotent: boolean | undefined;
  /** The token to send, if any. */
  readonly token: TokenSource | undefined;
  /** Whether the response itself is read again, by middleware or by openapi-fetch. */
  isShared?: true;
}

/** A response, and its body, read to the end. */
export interface Reply {
  readonly response: Response;
  readonly text: string;
}

/**
 * Waits for `work` until `ms` milliseconds are over or the signal aborts.
 *
 * @param work Started unless the signal has aborted. Default: nothing, only the time passes.
 * @returns What `work` resolves to; undefined if it was not waited for to the end.
 */
async function within<Value>(
  ms: number,
  signal: AbortSignal | undefined,
  work?: () => Promise<Value>,
): Promise<Value | undefined> {
  if (signal?.aborted) {
    return undefined;
  }
  let ring = () => {};
  const rung = new Promise<undefined>((resolve) => {
    ring = () => resolve(undefined);
  });
  // A timer set further ahead than 2^31 ms fires at once.
  const timer = setTimeout(ring, Math.min(ms, 2e9));
  signal?.addEventListener("abort", ring);
  try {
    return await Promise.race([rung, work?.() ?? rung]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", ring);
  }
}

/** The headers together with the token, if they have none. Its errors do not show the token. */
async function authorize(
  headers: RequestInit["headers"],
  source: TokenSource,
  context: RequestContext,
): Promise<Headers> {
  const all = new Headers(headers);
  if (!all.has("authorization")) {
    const refuse = refuser(context);
    let token: unknown;
    try {
      token = await (typeof source === "string" ? source : source());
    } catch (cause) {
      throw refuse("token", "function failed", cause);
    }
    if (typeof token !== "string" || !/^[\x21-\x7e]+$/.test(token)) {
      throw refuse("token", "must be visible ASCII");
    }
    all.set("authorization", `Bearer ${token}`);
  }
  return all;
}

/** The part of a client whose operations may take a token. */
export const tokens = { authorize };

/** The message of the innermost cause: Node's fetch itself only says "fetch failed". */
const reason = (error: unknown): string => {
  const { cause, message = error } = Object(error) as Error;
  return cause ? reason(cause) : Object(message) === message ? typeOf(message) : String(message);
};

/**
 * Sends a request once and reads the response to its end, within the timeout of an attempt.
 *
 * @returns The response, or an error of kind `aborted`, `timeout`, `network` or, for the token, `input`.
 */
async function attempt(
  request: Request | string,
  init: Request | RequestInit,
  context: RequestContext,
): Promise<Partial<Reply> & Partial<CallError>> {
  const { token, isShared, options } = context;
  const { timeoutMs = 30_000, signal, fetch = globalThis.fetch } = options;
  const controller = new AbortController();
  const exchange = async (): Promise<Reply> => {
    const headers =
      token === undefined ? init.headers : await options.authorize(init.headers, token, context);
    controller.signal.throwIfAborted();
    context.attempts++;
    // Spreading a Request gives nothing: what it holds, `fetch` takes from it.
    const own = { ...init, headers, signal: controller.signal } as RequestInit;
    const response = await fetch(request, own);
    return { response, text: await (isShared ? response.clone() : response).text() };
  };
  try {
    // Not left to `fetch`: one that ignores its signal must not hold the call.
    const reply = await within(timeoutMs, signal, exchange);
    if (reply) {
      return reply;
    }
    controller.abort();
    return signal?.aborted
      ? new CallError("aborted", context, "aborted", signal.reason)
      : new CallError("timeout", context, `timed out after ${timeoutMs} ms`);
  } catch (error) {
    const full = reason(error);
    const what = redact(full);
    return isApiError(error)
      ? error
      : // Some platforms name the whole URL; then the cause must not be shown either.
        new CallError("network", context, `no response: ${what}`, what === full && error);
  }
}

/** The delay that `Retry-After` asks for, in milliseconds; undefined without a valid one. */
export function retryAfterMs({ headers }: Response): number | undefined {
  const text = headers.get("retry-after") ?? "";
  // `Date.parse` accepts much ("-5" is a date to V8): only the form that HTTP knows counts.
  const wait = /GMT$/.test(text)
    ? Math.max(0, Date.parse(text) - Date.now())
    : /^\d+$/.test(text)
      ? +text * 1000
      : -1;
  return wait >= 0 ? wait : undefined;
}

/**
 * The delay before the next attempt, in milliseconds; undefined if there must be none.
 *
 * @param response The response of the last one; undefined if there was none.
 */
function delayBeforeRetry(
  // Of what is not idempotent only a 429 is retried: it alone says that nothing was carried out.
  { options: { retry }, idempotent, attempts }: RequestContext,
  response: Response | undefined,
): number | undefined {
  const {
    attempts: limit = 3,
    baseDelayMs = 250,
    maxDelayMs = 8_000,
    maxRetryAfterMs = 60_000,
  } = retry || {};
  const statuses = idempotent ? /408|429|50[0234]/ : /429/;
  if (retry === false || !statuses.test(`${response?.status ?? 503}`) || attempts >= limit) {
    return undefined;
  }
  const asked = response && retryAfterMs(response);
  if (asked === undefined) {
    return Math.random() * Math.min(maxDelayMs, baseDelayMs * 2 ** (attempts - 1));
  }
  return asked > maxRetryAfterMs ? undefined : asked;
}

/**
 * Sends a request, again where a retry is safe and useful, until a response or an error is final.
 *
 * @returns The last response, whatever its status.
 */
export async function send(
  request: Request | string,
  init: Request | RequestInit,
  context: RequestContext,
): Promise<Reply> {
  const { operation, method, options } = context;
  const { logger, signal } = options;
  context.url = typeof request === "string" ? request : request.url;
  for (;;) {
    const start = Date.now();
    // The body of a Request is used up by sending it.
    const sent = (request as Request).clone?.() ?? request;
    const outcome = await attempt(sent, init, context);
    const { response, kind } = outcome;
    const isFinal = response?.ok || kind === "aborted" || kind === "input";
    const delay = isFinal ? undefined : delayBeforeRetry(context, response);
    const level = delay !== undefined ? "warn" : response?.ok ? "debug" : "error";
    logger?.[level]?.(
      `${operation} ${method} ${kind ?? response?.status} in ${Date.now() - start} ms, ` +
        `attempt ${context.attempts}${delay === undefined ? "" : `, next in ${Math.round(delay)} ms`}`,
    );
    if (delay !== undefined) {
      await within(delay, signal);
    } else if (response) {
      return outcome as Reply;
    } else {
      throw outcome;
    }
  }
}
