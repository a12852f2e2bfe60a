import { type CallFacts, isApiError } from "./api-error.ts";
import { aborted, attempt, type Init, type Reply } from "./attempt.ts";
import type { Operation } from "./operation.ts";
import type { CallOptions, ClientOptions, EnvelopeOptions, TokenSource } from "./options.ts";
import { longestTimer, waitBeforeRetry } from "./retry.ts";

/** The options that a client of any area may have been given. */
export type AnyClientOptions = ClientOptions &
  EnvelopeOptions & { readonly token?: TokenSource | undefined };

/** One call on its way: what it is, and what it is sent with. */
export interface Sending extends CallFacts, Pick<CallOptions, "retry" | "signal"> {
  url: string;
  attempts: number;
  readonly options: AnyClientOptions;
  readonly timeoutMs: number;
  readonly idempotent: boolean | undefined;
  /** Set if the call sends one. */
  token: TokenSource | undefined;
  /** Whether the answer is handed out with a body that can still be read. */
  copy?: boolean;
}

/** Puts a call on its way: the options of the client, overridden by those of the call. */
export function begin(
  operation: string,
  { method, path, auth, idempotent }: Operation,
  options: AnyClientOptions,
  call: CallOptions,
): Sending {
  const { timeoutMs = options.timeoutMs ?? 30_000, retry = options.retry, signal } = call;
  const url = options.baseUrl + path;
  const token = auth && options.token;
  return {
    operation,
    method,
    url,
    attempts: 0,
    options,
    timeoutMs,
    retry,
    signal,
    idempotent,
    token,
  };
}

/** Resolves after `ms` milliseconds, or as soon as the signal aborts. */
const sleep = (ms: number, signal: AbortSignal | undefined) =>
  new Promise<void>((resolve) => {
    const wake = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", wake);
      resolve();
    };
    const timer = setTimeout(wake, Math.min(ms, longestTimer));
    signal?.addEventListener("abort", wake);
  });

/**
 * Sends a request, again where that is safe and of use, until an answer or an error is final.
 *
 * @returns The last answer, whatever its status.
 */
export async function send(
  request: Request | string,
  init: Init,
  sending: Sending,
): Promise<Reply> {
  const { operation, method, options, retry, signal, idempotent } = sending;
  const isRequest = typeof request !== "string";
  sending.url = isRequest ? request.url : request;
  if (init.headers.has("authorization")) {
    sending.token = undefined;
  }
  for (let number = 1; ; number++) {
    if (signal?.aborted) {
      throw aborted(sending, signal);
    }
    const start = Date.now();
    let reply: Reply | undefined;
    let error: unknown;
    try {
      // The body of a Request is used up by sending it.
      reply = await attempt(isRequest ? request.clone() : request, init, sending);
    } catch (caught) {
      error = caught;
    }
    const response = reply?.response;
    const kind = isApiError(error) ? error.kind : response?.status;
    const final = response?.ok || kind === "aborted" || kind === "input";
    const wait = final ? undefined : waitBeforeRetry(retry, number, response, idempotent);
    const level = wait !== undefined ? "warn" : response?.ok ? "debug" : "error";
    options.logger?.[level](
      `${operation} ${method} ${kind} in ${Date.now() - start} ms, attempt ${number}` +
        (wait === undefined ? "" : `, next in ${Math.round(wait)} ms`),
    );
    if (wait !== undefined) {
      await sleep(wait, signal);
    } else if (reply) {
      return reply;
    } else {
      throw error;
    }
  }
}
