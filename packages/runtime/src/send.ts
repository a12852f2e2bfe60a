import { type CallFacts, isApiError } from "./api-error.ts";
import { aborted, attempt } from "./attempt.ts";
import type { Operation } from "./operation.ts";
import type { CallOptions, ClientOptions, EnvelopeOptions, TokenSource } from "./options.ts";
import { sleep, waitBeforeRetry } from "./retry.ts";

/** All options that a call may be sent with: its client's, overridden by its own. */
export type SendOptions = ClientOptions &
  EnvelopeOptions &
  Pick<CallOptions, "signal"> & { readonly token?: TokenSource | undefined };

/** One call on its way. */
export interface Sending extends CallFacts {
  url: string;
  attempts: number;
  readonly rule: Pick<Operation, "auth" | "idempotent">;
  readonly options: SendOptions;
}

/**
 * Sends a request, again where that is safe and of use, until an answer or an error is final. It
 * stands in openapi-fetch as its `fetch`, so that middleware sees one request and one answer.
 *
 * @returns The last answer, whatever its status; its body can be read.
 */
export async function send(request: Request, sending: Sending): Promise<Response> {
  const { operation, method, rule, options } = sending;
  const { logger, retry, signal = request.signal } = options;
  const hasBody = method !== "GET" && method !== "HEAD";
  for (;;) {
    if (signal.aborted) throw aborted(sending, signal);
    sending.attempts++;
    const start = performance.now();
    let response: Response | undefined;
    let error: unknown;
    try {
      response = await attempt(hasBody ? request.clone() : request, sending);
    } catch (caught) {
      error = caught;
    }
    const final = response?.ok || (isApiError(error) && /aborted|input/.test(error.kind));
    const wait = final
      ? undefined
      : waitBeforeRetry(retry, sending.attempts, response, rule.idempotent);
    if (logger) {
      const came = response ? response.status : (error as { kind?: string }).kind;
      const line = `${operation} ${method} ${came} in ${Math.round(performance.now() - start)} ms, attempt ${sending.attempts}`;
      if (wait !== undefined) logger.warn(`${line}, next in ${Math.round(wait)} ms`);
      else if (response?.ok) logger.debug(line);
      else logger.error(line);
    }
    if (wait === undefined) {
      if (response) return response;
      throw error;
    }
    await sleep(wait, signal);
  }
}
