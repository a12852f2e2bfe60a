import { type CallFacts, isApiError } from "./api-error.ts";
import { aborted, attempt } from "./attempt.ts";
import type { Operation } from "./operation.ts";
import type { CallOptions, ClientOptions, EnvelopeOptions, TokenSource } from "./options.ts";
import { redact } from "./redact.ts";
import { longestTimer, waitBeforeRetry } from "./retry.ts";

/** The options that a client of any area may have been given. */
export type AnyClientOptions = ClientOptions &
  EnvelopeOptions & { readonly token?: TokenSource | undefined };

/** One call on its way: what it is, and what it is sent with. */
export interface Sending extends CallFacts, Pick<CallOptions, "retry" | "signal"> {
  url: string;
  attempts: number;
  readonly rule: Operation;
  readonly options: AnyClientOptions;
  readonly timeoutMs: number;
}

/** Puts a call on its way: the options of the client, overridden by those of the call. */
export function begin(
  operation: string,
  rule: Operation,
  options: AnyClientOptions,
  call: CallOptions,
): Sending {
  const { timeoutMs = options.timeoutMs ?? 30_000, retry = options.retry, signal } = call;
  const url = options.baseUrl + rule.path;
  const { method } = rule;
  return { operation, method, url, attempts: 0, rule, options, timeoutMs, retry, signal };
}

/** Resolves after `ms` milliseconds, or as soon as the signal aborts. */
const sleep = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const wake = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", wake);
      resolve();
    };
    const timer = setTimeout(wake, Math.min(ms, longestTimer));
    signal.addEventListener("abort", wake);
  });

/**
 * Sends a request, again where that is safe and of use, until an answer or an error is final. It
 * stands in openapi-fetch as its `fetch`, so that middleware sees one request and one answer.
 *
 * @returns The last answer, whatever its status; its body can be read.
 */
export async function send(request: Request, sending: Sending): Promise<Response> {
  const { operation, method, rule, options, retry, signal = request.signal } = sending;
  sending.url = redact(request.url);
  for (;;) {
    if (signal.aborted) throw aborted(sending, signal);
    sending.attempts++;
    const start = Date.now();
    let response: Response | undefined;
    let error: unknown;
    try {
      // A body is used up by sending it.
      const copy = method === "GET" ? request : request.clone();
      response = await attempt(copy, sending, signal);
    } catch (caught) {
      error = caught;
    }
    const kind = isApiError(error) ? error.kind : response?.status;
    const final = response?.ok || kind === "aborted" || kind === "input";
    const wait = final
      ? undefined
      : waitBeforeRetry(retry, sending.attempts, response, rule.idempotent);
    const level = wait !== undefined ? "warn" : response?.ok ? "debug" : "error";
    options.logger?.[level](
      `${operation} ${method} ${kind} in ${Date.now() - start} ms, attempt ${sending.attempts}` +
        (wait === undefined ? "" : `, next in ${Math.round(wait)} ms`),
    );
    if (wait !== undefined) await sleep(wait, signal);
    else if (response) return response;
    else throw error;
  }
}
