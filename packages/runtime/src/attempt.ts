import { CallError, isApiError } from "./api-error.ts";
import type { TokenSource } from "./options.ts";
import { redact } from "./redact.ts";
import { longestTimer } from "./retry.ts";
import type { Sending } from "./send.ts";

/** An answer, and its text where that has been read already. */
export interface Reply {
  readonly response: Response;
  readonly text?: string;
}

/** What goes with a URL, or the Request itself. */
export type Init = Request | (RequestInit & { readonly headers: Headers });

/** Sets the authorization header; an error does not show the token. */
async function authorize(headers: Headers, sending: Sending, source: TokenSource): Promise<void> {
  const refuse = (what: string, cause?: unknown) =>
    new CallError("input", sending, `token ${what}`, { parameter: "token" }, cause);
  let token: string;
  try {
    token = typeof source === "string" ? source : await source();
  } catch (cause) {
    throw refuse("function failed", cause);
  }
  if (!/^[\x21-\x7e]+$/.test(token)) {
    throw refuse("must be one or more visible ASCII characters");
  }
  headers.set("authorization", `Bearer ${token}`);
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
  request: Request | string,
  init: Init,
  sending: Sending,
): Promise<Reply> {
  const { timeoutMs, signal, options, token, copy } = sending;
  const { headers } = init;
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stop = () => {};
  const exchange = async () => {
    if (token !== undefined) {
      await authorize(headers, sending, token);
    }
    controller.signal.throwIfAborted();
    sending.attempts++;
    const { fetch = globalThis.fetch } = options;
    // Spreading a Request gives nothing: what it holds, `fetch` takes from it.
    const response = await fetch(request, { ...init, headers, signal: controller.signal });
    if (!copy) {
      return { response, text: await response.text() };
    }
    const body = await response.arrayBuffer();
    // The statuses 204, 205 and 304 refuse even an empty body.
    return { response: new Response(body.byteLength ? body : null, response) };
  };
  try {
    return await new Promise<Reply>((resolve, reject) => {
      stop = () => {
        controller.abort();
        // Not left to `fetch`: one that ignores its signal must not hold the call.
        reject();
      };
      timer = setTimeout(stop, Math.min(timeoutMs, longestTimer));
      signal?.addEventListener("abort", stop);
      exchange().then(resolve, reject);
    });
  } catch (error) {
    if (isApiError(error)) {
      throw error;
    }
    if (signal?.aborted) {
      throw aborted(sending, signal);
    }
    if (controller.signal.aborted) {
      throw new CallError("timeout", sending, `no answer within timeoutMs ${timeoutMs}`, {});
    }
    const told = reason(error);
    const what = redact(told);
    // Some platforms name the whole URL; then the cause must not be shown either.
    throw new CallError("network", sending, `no answer: ${what}`, {}, what === told && error);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", stop);
  }
}

/** The error of a call that its caller ended. */
export const aborted = (sending: Sending, { reason }: AbortSignal) =>
  new CallError("aborted", sending, "aborted by the caller", {}, reason);
