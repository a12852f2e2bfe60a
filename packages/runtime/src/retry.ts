import type { RetryOptions } from "./options.ts";

/** A timer set further ahead, in milliseconds, fires at once. */
export const longestTimer = 2 ** 31 - 1;

/** How long the answer asks to wait, in milliseconds; undefined if it does not say so validly. */
export function retryAfterMs({ headers }: Response): number | undefined {
  const text = headers.get("retry-after") ?? "";
  if (/^\d+$/.test(text)) {
    return +text * 1000;
  }
  // `Date.parse` takes much for a date ("-5" is one to V8): only the form that HTTP knows counts.
  const wait = /^\w+, .+ GMT$/.test(text) ? Date.parse(text) - Date.now() : Number.NaN;
  return Number.isNaN(wait) ? undefined : Math.max(0, wait);
}

/**
 * How long to wait, in milliseconds, before the next attempt; undefined if there must be none.
 *
 * @param attempts How often the request has been sent.
 * @param response What came back; undefined if nothing did.
 * @param idempotent Whether sending twice does no more than sending once. Otherwise only a 429 is
 *   repeated: it alone says that the request was not carried out.
 */
export function waitBeforeRetry(
  policy: false | RetryOptions | undefined,
  attempts: number,
  response: Response | undefined,
  idempotent: boolean | undefined,
): number | undefined {
  const {
    attempts: limit = 3,
    baseDelayMs = 250,
    maxDelayMs = 8_000,
    maxRetryAfterMs = 60_000,
  } = policy || {};
  const status = response?.status ?? 503;
  const allowed = idempotent ? [408, 429, 500, 502, 503, 504].includes(status) : status === 429;
  if (policy === false || !allowed || attempts >= limit) {
    return undefined;
  }
  const asked = response && retryAfterMs(response);
  if (asked === undefined) {
    return Math.random() * Math.min(maxDelayMs, baseDelayMs * 2 ** (attempts - 1));
  }
  return asked > maxRetryAfterMs ? undefined : asked;
}
