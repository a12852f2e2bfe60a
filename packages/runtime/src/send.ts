import type { CallError } from "./api-error.ts";
import { alarm, attempt, type Reply, type RequestContext } from "./attempt.ts";

/** The delay that `Retry-After` asks for, in milliseconds; undefined without a valid one. */
export function retryAfterMs({ headers }: Response): number | undefined {
  const text = headers.get("retry-after") ?? "";
  // `Date.parse` accepts much ("-5" is a date to V8): only the form that HTTP knows counts.
  const wait = /GMT$/.test(text)
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
  { options: { retry }, idempotent }: RequestContext,
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
  init: Request | RequestInit,
  context: RequestContext,
): Promise<Reply> {
  const { operation, method, options } = context;
  const isRequest = typeof request !== "string";
  context.url = isRequest ? request.url : request;
  for (let number = 1; ; number++) {
    const start = Date.now();
    // The body of a Request is used up by sending it.
    const sent = attempt(isRequest ? request.clone() : request, init, context);
    const outcome = await sent.catch((error: CallError) => error);
    const { response, kind } = outcome as Partial<Reply & CallError>;
    const isFinal = response?.ok || /^(aborted|input)$/.test(`${kind}`);
    const delay = isFinal ? undefined : delayBeforeRetry(context, number, response);
    const level = delay !== undefined ? "warn" : response?.ok ? "debug" : "error";
    options.logger?.[level](
      `${operation} ${method} ${kind ?? response?.status} in ${Date.now() - start} ms, ` +
        `attempt ${number}${delay === undefined ? "" : `, next in ${Math.round(delay)} ms`}`,
    );
    if (delay !== undefined) {
      let callOff: (() => void) | undefined;
      await new Promise<void>((resolve) => {
        callOff = alarm(delay, options.signal, resolve);
      });
      callOff?.();
    } else if (response) {
      return outcome as Reply;
    } else {
      throw outcome;
    }
  }
}
