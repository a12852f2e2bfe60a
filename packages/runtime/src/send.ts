import { isApiError } from "./api-error.ts";
import { alarm, attempt, type Init, type Reply, type RequestContext } from "./attempt.ts";
import type { ApiError } from "./errors.ts";

/** The delay that `Retry-After` asks for, in milliseconds; undefined without a valid one. */
export function retryAfterMs({ headers }: Response): number | undefined {
  const text = headers.get("retry-after") ?? "";
  // `Date.parse` accepts much ("-5" is a date to V8): only the form that HTTP knows counts.
  const wait = /^\w+, .+ GMT$/.test(text)
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
  { retry, idempotent }: RequestContext,
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
  init: Init,
  context: RequestContext,
): Promise<Reply> {
  const { operation, method, logger, signal } = context;
  const isRequest = typeof request !== "string";
  context.url = isRequest ? request.url : request;
  if (init.headers.has("authorization")) {
    context.token = undefined;
  }
  for (let number = 1; ; number++) {
    const start = Date.now();
    // The body of a Request is used up by sending it.
    const sent = attempt(isRequest ? request.clone() : request, init, context);
    const outcome: Reply | ApiError = await sent.catch((error) => error);
    const isError = isApiError(outcome);
    const response = isError ? undefined : outcome.response;
    const isFinal = response?.ok || (isError && /^(aborted|input)$/.test(outcome.kind));
    const delay = isFinal ? undefined : delayBeforeRetry(context, number, response);
    const level = delay !== undefined ? "warn" : response?.ok ? "debug" : "error";
    logger?.[level](
      `${operation} ${method} ${isError ? outcome.kind : response?.status} in ${Date.now() - start} ms, ` +
        `attempt ${number}${delay === undefined ? "" : `, next in ${Math.round(delay)} ms`}`,
    );
    if (delay !== undefined) {
      await new Promise<void>((resolve) => {
        const callOff = alarm(delay, signal, () => {
          callOff();
          resolve();
        });
      });
    } else if (isError) {
      throw outcome;
    } else {
      return outcome;
    }
  }
}
