import type { RetryOptions } from "./options.ts";

const RETRIED_STATUSES = [408, 429, 500, 502, 503, 504];
const TOO_MANY_REQUESTS = 429;

/** How an attempt ended: the status of a response, or the kind of an error. */
export type Ending = number | string;

/**
 * Returns the delay before the next attempt, in milliseconds; undefined if there must be none.
 *
 * @param attempts Number of attempts so far.
 * @param headers Those of the response, if there was one.
 */
export function retryDelayMs(
  policy: false | RetryOptions | undefined,
  isIdempotent: boolean | undefined,
  attempts: number,
  ending: Ending,
  headers: Headers | undefined,
): number | undefined {
  if (policy === false) {
    return undefined;
  }
  const {
    attempts: maxAttempts = 3,
    baseDelayMs = 250,
    maxDelayMs = 8_000,
    maxRetryAfterMs = 60_000,
  } = policy ?? {};
  if (attempts >= maxAttempts || !isRetryable(isIdempotent, ending)) {
    return undefined;
  }
  const asked = headers && retryAfterMs(headers);
  if (asked !== undefined) {
    return asked > maxRetryAfterMs ? undefined : asked;
  }
  return Math.random() * Math.min(maxDelayMs, baseDelayMs * 2 ** (attempts - 1));
}

/** Of what is not idempotent only a 429 is retried: it alone says that nothing was carried out. */
function isRetryable(isIdempotent: boolean | undefined, ending: Ending): boolean {
  if (!isIdempotent) {
    return ending === TOO_MANY_REQUESTS;
  }
  return typeof ending === "number"
    ? RETRIED_STATUSES.includes(ending)
    : ending === "timeout" || ending === "network";
}

/** The form of a date that names no zone: it is in UTC, which `Date.parse` does not know (RFC 9110, 5.6.7). */
const ASCTIME = /^\w+ \w+ .\d [\d:]+ \d+$/;

/** Parses `Retry-After` into milliseconds; undefined without a valid one. */
export function retryAfterMs(headers: Headers): number | undefined {
  const text = headers.get("retry-after") ?? "";
  if (/^\d+$/.test(text)) {
    return Number(text) * 1000;
  }
  const dated = ASCTIME.test(text) ? `${text} GMT` : text;
  // `Date.parse` accepts much ("-5" is a date to V8): only the forms that HTTP defines count.
  const date = dated.endsWith("GMT") ? Date.parse(dated) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}
