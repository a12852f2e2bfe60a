import { CallError, type CallFacts, isApiError, redact } from "./api-error.ts";
import { refuser } from "./input.ts";
import type { AnyClientOptions, CallOptions, TokenSource } from "./options.ts";

/** One request in progress: what its errors say, and the options of client and call together. */
export interface RequestContext
  extends CallFacts,
    Pick<AnyClientOptions, "fetch" | "logger" | "retry">,
    Pick<CallOptions, "signal"> {
  url: string;
  attempts: number;
  readonly timeoutMs?: number | undefined;
  readonly idempotent: boolean | undefined;
  /** The token to send, if any. */
  token: TokenSource | undefined;
  readonly authorize: typeof authorize;
}

/** A response, and its body, read to the end. */
export interface Reply {
  readonly response: Response;
  readonly body: ArrayBuffer;
}

/** The second argument of `fetch` for a URL. */
export type CallInit = RequestInit & { readonly headers: Headers };

/** What goes with a URL, or the Request itself. */
export type Init = Request | CallInit;

/**
 * Calls back after `ms` milliseconds and when the signal aborts.
 *
 * @returns A function that calls it off.
 */
export function alarm(ms: number, signal: AbortSignal | undefined, ring: () => void): () => void {
  // A timer set further ahead fires at once.
  const timer = setTimeout(ring, Math.min(ms, 2 ** 31 - 1));
  signal?.addEventListener("abort", ring);
  return () => {
    clearTimeout(timer);
    signal?.removeEventListener("abort", ring);
  };
}

/** The headers together with the token. Its errors do not show the token. */
async function authorize(
  headers: Headers,
  source: TokenSource,
  context: RequestContext,
): Promise<Headers> {
  let token: unknown = source;
  try {
    token = typeof source === "string" ? source : await source();
  } catch (cause) {
    throw refuser(context)("token", "function failed", cause);
  }
  if (typeof token !== "string" || !/^[\x21-\x7e]+$/.test(token)) {
    throw refuser(context)("token", "must be visible ASCII");
  }
  const all = new Headers(headers);
  all.set("authorization", `Bearer ${token}`);
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
  init: Init,
  context: RequestContext,
): Promise<Reply> {
  const { timeoutMs = 30_000, signal, token, fetch = globalThis.fetch } = context;
  const controller = new AbortController();
  let callOff = () => {};
  const exchange = async () => {
    const headers =
      token === undefined ? init.headers : await context.authorize(init.headers, token, context);
    controller.signal.throwIfAborted();
    context.attempts++;
    // Spreading a Request gives nothing: what it holds, `fetch` takes from it.
    const response = await fetch(request, { ...init, headers, signal: controller.signal });
    return { response, body: await response.arrayBuffer() };
  };
  try {
    return await new Promise<Reply>((resolve, reject) => {
      const stop = () => {
        controller.abort();
        // Not left to `fetch`: one that ignores its signal must not hold the call.
        reject();
      };
      callOff = alarm(timeoutMs, signal, stop);
      if (signal?.aborted) {
        stop();
      }
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
    callOff();
  }
}
