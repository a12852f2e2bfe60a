import { CallError, type CallFacts, isApiError, redact } from "./errors.ts";
import { refuser } from "./input.ts";
import type { Operation } from "./operation.ts";
import type { AnyClientOptions, CallOptions, TokenSource } from "./options.ts";

/** Throws the error for a response that is not as documented. */
export type Fail = (what: string, cause?: unknown) => never;

/** The options of client and call together, as far as sending a request takes them. */
interface RequestOptions
  extends Pick<AnyClientOptions, "fetch" | "logger" | "retry" | "timeoutMs">,
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
 * Calls back after `ms` milliseconds, or when the signal aborts or has aborted.
 *
 * @returns A function that calls it off.
 */
function alarm(ms: number, signal: AbortSignal | undefined, ring: () => void): () => void {
  // A timer set further ahead fires at once.
  const timer = setTimeout(ring, Math.min(ms, 2 ** 31 - 1));
  signal?.addEventListener("abort", ring);
  if (signal?.aborted) {
    ring();
  }
  return () => {
    clearTimeout(timer);
    signal?.removeEventListener("abort", ring);
  };
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
    let token: unknown = source;
    try {
      token = typeof source === "string" ? source : await source();
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
  return cause ? reason(cause) : String(message);
};

/**
 * Sends a request once and reads the response to its end, within the timeout of an attempt.
 *
 * @throws ApiError of kind `aborted`, `timeout`, `network` or, for the token, `input`.
 */
async function attempt(
  request: Request | string,
  init: Request | RequestInit,
  context: RequestContext,
): Promise<Reply> {
  const { token, isShared, options } = context;
  const { timeoutMs = 30_000, signal, fetch = globalThis.fetch } = options;
  const controller = new AbortController();
  let callOff: (() => void) | undefined;
  const exchange = async () => {
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
    return await new Promise<Reply>((resolve, reject) => {
      callOff = alarm(timeoutMs, signal, () => {
        controller.abort();
        // Not left to `fetch`: one that ignores its signal must not hold the call.
        reject();
      });
      exchange().then(resolve, reject);
    });
  } catch (error) {
    if (isApiError(error)) {
      throw error;
    }
    if (signal?.aborted) {
      throw new CallError("aborted", context, "aborted", {}, signal.reason);
    }
    if (controller.signal.aborted) {
      throw new CallError("timeout", context, `timed out after ${timeoutMs} ms`, {});
    }
    const full = reason(error);
    const what = redact(full);
    // Some platforms name the whole URL; then the cause must not be shown either.
    throw new CallError("network", context, `no response: ${what}`, {}, what === full && error);
  } finally {
    callOff?.();
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
      : Number.NaN;
  return wait >= 0 ? wait : undefined;
}

/**
 * The delay before the next attempt, in milliseconds; undefined if there must be none.
 *
 * @param attempts Number of attempts so far.
 * @param response The response of the last one; undefined if there was none.
 */
function delayBeforeRetry(
  // Of what is not idempotent only a 429 is retried: it alone says that nothing was carried out.
  { options: { retry }, idempotent }: RequestContext,
  attempts: number,
  response: Response | undefined,
): number | undefined {
  const {
    attempts: limit = 3,
    baseDelayMs = 250,
    maxDelayMs = 8_000,
    maxRetryAfterMs = 60_000,
  } = retry || {};
  const statuses = idempotent ? /^(408|429|50[0234])$/ : /^429$/;
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
  const isRequest = typeof request !== "string";
  context.url = isRequest ? request.url : request;
  for (let number = 1; ; number++) {
    const start = Date.now();
    // The body of a Request is used up by sending it.
    const sent = attempt(isRequest ? request.clone() : request, init, context);
    const outcome = await sent.catch((error: CallError) => error);
    const { response, kind } = outcome as Partial<Reply & CallError>;
    const isFinal = response?.ok || /^(aborted|input)$/.test(`${kind}`);
    const delay = isFinal ? undefined : delayBeforeRetry(context, number, response);
    const level = delay !== undefined ? "warn" : response?.ok ? "debug" : "error";
    options.logger?.[level](
      `${operation} ${method} ${kind ?? response?.status} in ${Date.now() - start} ms, ` +
        `attempt ${number}${delay === undefined ? "" : `, next in ${Math.round(delay)} ms`}`,
    );
    if (delay !== undefined) {
      let callOff: (() => void) | undefined;
      await new Promise<void>((resolve) => {
        callOff = alarm(delay, options.signal, resolve);
      });
      callOff?.();
    } else if (response) {
      return outcome as Reply;
    } else {
      throw outcome;
    }
  }
}
