import { apiError, isApiError } from "./api-error.ts";
import type { TokenSource } from "./options.ts";
import { longestTimer } from "./retry.ts";
import type { Sending } from "./send.ts";

/** The value of the authorization header, or an error that does not show the token. */
async function bearer(sending: Sending, source: TokenSource): Promise<string> {
  const refuse = (what: string, cause?: unknown) =>
    apiError("input", sending, `token ${what}`, { parameter: "token" }, cause);
  let token: unknown;
  try {
    token = typeof source === "function" ? await source() : source;
  } catch (cause) {
    throw refuse("could not be had: its function failed", cause);
  }
  if (typeof token === "string" && /^[\x21-\x7e]+$/.test(token)) return `Bearer ${token}`;
  throw refuse("must be a non-empty string of visible ASCII characters without spaces");
}

async function exchange(request: Request, sending: Sending, signal: AbortSignal) {
  const { token, fetch = globalThis.fetch } = sending.options;
  if (sending.rule.auth && token !== undefined && !request.headers.has("authorization")) {
    request.headers.set("authorization", await bearer(sending, token));
  }
  signal.throwIfAborted();
  const response = await fetch(request, { signal });
  const body = await response.arrayBuffer();
  // The statuses 204, 205 and 304 refuse even an empty body.
  return new Response(body.byteLength ? body : null, response);
}

/**
 * Sends a request once and reads the answer to its end, within the time that an attempt has.
 *
 * @throws ApiError of kind `aborted`, `timeout`, `network` or, for the token, `input`.
 */
export async function attempt(request: Request, sending: Sending): Promise<Response> {
  const { timeoutMs = 30_000, signal = request.signal } = sending.options;
  const controller = new AbortController();
  let stop: (error: Error) => void = () => {};
  // Beside the request, because a `fetch` that ignores its signal must not hold the call.
  const stopped = new Promise<never>((_, reject) => {
    stop = (error) => {
      reject(error);
      controller.abort(error);
    };
  });
  const onAbort = () => stop(aborted(sending, signal));
  const onTimeout = () =>
    stop(apiError("timeout", sending, `no answer within ${timeoutMs} ms (timeoutMs)`, {}));
  const timer = setTimeout(onTimeout, Math.min(timeoutMs, longestTimer));
  signal.addEventListener("abort", onAbort);
  try {
    return await Promise.race([stopped, exchange(request, sending, controller.signal)]);
  } catch (error) {
    if (isApiError(error)) throw error;
    const what = `could not reach ${sending.url}: ${reason(error)}`;
    throw apiError("network", sending, what, {}, error);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", onAbort);
  }
}

/** The error of a call that its caller ended. */
export function aborted(sending: Sending, signal: AbortSignal): Error {
  return apiError("aborted", sending, "aborted by the caller", {}, signal.reason);
}

/** What went wrong, as the innermost cause tells it: Node's fetch itself only says "fetch failed". */
function reason(error: unknown): string {
  const cause = (error as Error | undefined)?.cause;
  return cause === undefined ? String((error as Error)?.message ?? error) : reason(cause);
}
