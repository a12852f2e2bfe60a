import { CallError, type CallFacts, isApiError, redact } from "./api-error.ts";
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
export function alarm(ms: number, signal: AbortSignal | undefined, ring: () => void): () => void {
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
export async function attempt(
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
