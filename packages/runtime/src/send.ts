import { CallError, type CallFacts, isApiError, redact } from "./errors.ts";
import { type Placed, refuser, typeOf } from "./input.ts";
import type { Operation } from "./operation.ts";
import type { AnyClientOptions, CallOptions, RetryOptions, TokenSource } from "./options.ts";

/** Throws the error for a response that is not as documented. */
export type Fail = (what: string, cause?: unknown) => never;

/** The options of client and call together, as far as sending a request takes them. */
interface RequestOptions
  extends Pick<AnyClientOptions, "fetch" | "logger" | "retry" | "successCodes" | "timeoutMs">,
    Pick<CallOptions, "signal"> {
  readonly auth: (typeof tokens)["auth"];
  readonly read?: (text: string, fail: Fail, rule: Operation) => unknown;
  readonly open?: (data: unknown, response: Response, context: RequestContext) => void;
  readonly setField?: (
    prepared: { init: RequestInit; readonly placed: Placed },
    where: "query" | "body",
    name: string,
  ) => void;
}

/** One request in progress, and what its errors say. */
export interface RequestContext extends CallFacts {
  readonly method: string;
  url: string;
  attempts: number;
  readonly options: RequestOptions;
  readonly rule: Operation;
  /** The token to send, if any. */
  token: TokenSource | undefined;
}

/** Outcome of an attempt: a response or an error. */
type Outcome = Partial<Reply> & Partial<CallError>;

/** A response, and its body, read to the end. */
export interface Reply {
  readonly response: Response;
  readonly text: string;
}

/**
 * Waits for `work` until `ms` milliseconds are over or the signal aborts. One promise for all ends:
 * each further one would be made in every call.
 *
 * @param work Started unless the signal has aborted. Default: nothing, only the time passes.
 * @returns What `work` resolves to; undefined if it was not waited for to the end.
 */
const within = <Value>(
  ms: number,
  signal: AbortSignal | undefined,
  work?: () => Promise<Value>,
): Promise<Value | undefined> =>
  new Promise((resolve, reject) => {
    const ring = () => end();
    const end = (value?: Value) => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", ring);
      resolve(value);
    };
    // A timer set further ahead than 2^31 ms fires at once.
    const timer = setTimeout(ring, Math.min(ms, 2e9));
    signal?.addEventListener("abort", ring);
    if (signal?.aborted) {
      end();
    } else {
      void work?.().then(end, reject);
    }
  });

/** The part of a client whose operations may take a token. */
export const tokens = {
  /** The headers together with the token, if they have none. Its errors do not show the token. */
  async auth(
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
        refuse("token", "function failed", cause);
      }
      if (typeof token !== "string" || !/^[!-~]+$/.test(token)) {
        refuse("token", "must be visible ASCII");
      }
      all.set("authorization", `Bearer ${token}`);
    }
    return all;
  },
};

/**
 * The message of the innermost cause: Node's fetch itself only says "fetch failed".
 *
 * @param depth Number of causes to follow; there may be a cycle.
 */
const reason = (error: unknown, depth = 9): string => {
  const { cause, message = error } = Object(error) as Error;
  return cause && depth
    ? reason(cause, depth - 1)
    : typeof message === "object"
      ? typeOf(message)
      : String(message);
};

/** The error for what `fetch` failed with. */
function failure(error: unknown, context: RequestContext): CallError {
  const what = redact(reason(error));
  return isApiError(error)
    ? (error as unknown as CallError)
    : // Some platforms name the whole URL; then the cause must not be shown either.
      new CallError("network", context, `no response: ${what}`, what === reason(error) && error);
}

/** The delay that `Retry-After` asks for, in milliseconds; undefined without a valid one. */
export function retryAfterMs(response: Response | undefined): number | undefined {
  // To the patterns, a header that is missing is a word that none of them matches.
  const text = response?.headers.get("retry-after") as string;
  // `Date.parse` accepts much ("-5" is a date to V8): only the form that HTTP knows counts. Only an
  // invalid date is falsy after 1 is added; the beginning of 1970 is 0.
  return /^\d+$/.test(text)
    ? +text * 1000
    : /GMT$/.test(text) && Date.parse(text) + 1
      ? Math.max(0, Date.parse(text) - Date.now())
      : undefined;
}

/**
 * The delay before the next attempt, in milliseconds; negative if there must be none.
 *
 * @param status Of the response of the last attempt, or the kind of its error.
 */
function delayBeforeRetry(
  { options: { retry = {} }, rule: { idempotent }, attempts }: RequestContext,
  response: Response | undefined,
  status: unknown,
): number {
  const {
    attempts: limit = 3,
    baseDelayMs = 250,
    maxDelayMs = 8_000,
    maxRetryAfterMs = 60_000,
  } = retry as RetryOptions;
  // Of what is not idempotent only a 429 is retried: it alone says that nothing was carried out.
  const retried = idempotent ? /408|429|50[0234]|timeout|network/ : /429/;
  const delay =
    retry === false || attempts >= limit || !retried.test(status as string)
      ? -1
      : retryAfterMs(response);
  return (delay as number) > maxRetryAfterMs
    ? -1
    : (delay ?? Math.random() * Math.min(maxDelayMs, baseDelayMs * 2 ** (attempts - 1)));
}

/**
 * Sends a request, again where a retry is safe and useful, until a response or an error is final.
 *
 * @returns The last response, whatever its status, read to its end.
 */
export async function send(
  request: Request | string,
  init: Request | RequestInit,
  context: RequestContext,
): Promise<Reply> {
  const { operation, method, token, options } = context;
  const { signal, logger, timeoutMs = 30_000 } = options;
  context.url = (request as Request).url ?? request;
  for (;;) {
    const start = Date.now();
    const controller = new AbortController();
    // Not left to `fetch`: one that ignores its signal must not hold the call.
    const attempt = async (): Promise<Outcome> => {
      try {
        let headers = init.headers;
        if (token !== undefined) {
          headers = await options.auth(headers, token, context);
          // Nobody waits any more: nothing may be sent.
          if (controller.signal.aborted) {
            throw 0;
          }
        }
        context.attempts++;
        // The body of a Request is used up by sending it.
        const copy = (request as Request).clone?.();
        const response = await (options.fetch ?? fetch)(copy ?? request, {
          // Spreading a Request gives nothing: what it holds, `fetch` takes from it.
          ...init,
          headers,
          signal: controller.signal,
        } as RequestInit);
        // Not by its class: a `fetch` that is given may have a class of its own.
        if (response?.bodyUsed !== false) {
          refuser(context)("fetch", "must return a Response, unread");
        }
        // Middleware and openapi-fetch, which send a Request, read the response itself again.
        return { response, text: await (copy ? response.clone() : response).text() };
      } catch (error) {
        return failure(error, context);
      }
    };
    let outcome = await within(timeoutMs, signal, attempt);
    if (!outcome) {
      controller.abort();
      outcome = signal?.aborted
        ? new CallError("aborted", context, "aborted", signal.reason)
        : new CallError("timeout", context, `timed out after ${timeoutMs} ms`);
    }
    const { response } = outcome;
    const status = response?.status ?? outcome.kind;
    const delay = delayBeforeRetry(context, response, status);
    try {
      logger?.[delay < 0 ? (response?.ok ? "debug" : "error") : "warn"](
        `${operation} ${method} ${status} in ${Date.now() - start} ms, ` +
          `attempt ${context.attempts}${delay < 0 ? "" : `, next in ${Math.round(delay)} ms`}`,
      );
    } catch {
      // The call has its own outcome, whatever becomes of a line about it.
    }
    if (delay < 0) {
      if (response) {
        return outcome as Reply;
      }
      throw outcome;
    }
    await within(delay, signal);
  }
}
