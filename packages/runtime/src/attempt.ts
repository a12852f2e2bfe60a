import { CallError, isApiError } from "./api-error.ts";
import type { TokenSource } from "./options.ts";
import { longestTimer } from "./retry.ts";
import type { Sending } from "./send.ts";

/** The value of the authorization header, or an error that does not show the token. */
async function bearer(sending: Sending, source: TokenSource): Promise<string> {
  const refuse = (what: string, cause?: unknown) =>
    new CallError("input", sending, `token ${what}`, { parameter: "token" }, cause);
  let token: string;
  try {
    token = typeof source === "string" ? source : await source();
  } catch (cause) {
    throw refuse("function failed", cause);
  }
  if (/^[\x21-\x7e]+$/.test(token)) return `Bearer ${token}`;
  throw refuse("must be one or more visible ASCII characters");
}

async function exchange(request: Request, sending: Sending, signal: AbortSignal) {
  const { rule, options } = sending;
  const { token, fetch = globalThis.fetch } = options;
  if (rule.auth && token !== undefined && !request.headers.has("authorization")) {
    request.headers.set("authorization", await bearer(sending, token));
  }
  signal.throwIfAborted();
  const response = await fetch(request, { signal });
  const body = await response.arrayBuffer();
  // The statuses 204, 205 and 304 refuse even an empty body.
  return new Response(body.byteLength ? body : null, response);
}

/** What went wrong, as the innermost cause tells it: Node's fetch itself only says "fetch failed". */
const reason = (error: unknown): string => {
  const { cause, message = error } = Object(error) as Error;
  return cause ? reason(cause) : String(message);
};

/**
 * Sends a request once and reads the answer to its end, within the time that an attempt has.
 *
 * @throws ApiError of kind `aborted`, `timeout`, `network` or, for the token, `input`.
 */
export async function attempt(
  request: Request,
  sending: Sending,
  signal: AbortSignal,
): Promise<Response> {
  const { timeoutMs } = sending;
  const controller = new AbortController();
  const stop = () => controller.abort();
  const timer = setTimeout(stop, Math.min(timeoutMs, longestTimer));
  signal.addEventListener("abort", stop);
  try {
    // Raced, because a `fetch` that ignores its signal must not hold the call.
    return await Promise.race([
      exchange(request, sending, controller.signal),
      new Promise<never>((_, reject) => {
        controller.signal.onabort = reject;
      }),
    ]);
  } catch (error) {
    if (isApiError(error)) throw error;
    if (signal.aborted) throw aborted(sending, signal);
    throw controller.signal.aborted
      ? new CallError("timeout", sending, `no answer within timeoutMs ${timeoutMs}`, {})
      : new CallError("network", sending, `no answer: ${reason(error)}`, {}, error);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
  }
}

/** The error of a call that its caller ended. */
export const aborted = (sending: Sending, { reason }: AbortSignal) =>
  new CallError("aborted", sending, "aborted by the caller", {}, reason);
