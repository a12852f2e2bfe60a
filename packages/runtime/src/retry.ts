import type { RetryOptions } from "./options.ts";

/** A timer set further ahead fires at once. */
export const longestTimer = 2 ** 31 - 1;

const repeatable = new Set([408, 429, 500, 502, 503, 504]);

/** How long the answer asks to wait, in milliseconds; undefined if it does not say so validly. */
export function retryAfterMs({ headers }: Response): number | undefined {
  const text = headers.get("retry-after")?.trim() ?? "";
  if (/^\d+$/.test(text)) return Number(text) * 1000;
  // `Date.parse` takes much for a date ("-5" is one to V8): only the form that HTTP knows counts.
  if (!/^[a-z]{3}, \d\d [a-z]{3} \d{4} [\d:]{8} GMT$/i.test(text)) return undefined;
  const date = Date.parse(text);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
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
  if (policy === false) return undefined;
  const {
    attempts: limit = 3,
    baseDelayMs = 250,
    maxDelayMs = 8_000,
    maxRetryAfterMs = 60_000,
  } = policy ?? {};
  const status = response?.status ?? 503;
  const allowed = idempotent ? repeatable.has(status) : status === 429;
  if (!allowed || attempts >= limit) return undefined;
  const asked = response && retryAfterMs(response);
  if (asked !== undefined) return asked > maxRetryAfterMs ? undefined : asked;
  return Math.random() * Math.min(maxDelayMs, baseDelayMs * 2 ** (attempts - 1));
}

/** Resolves after `ms` milliseconds, or as soon as the signal aborts. */
export function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const wake = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", wake);
      resolve();
    };
    const timer = setTimeout(wake, Math.min(ms, longestTimer));
    signal.addEventListener("abort", wake);
  });
}
