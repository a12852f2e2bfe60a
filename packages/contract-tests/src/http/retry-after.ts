/**
 * Parses a `Retry-After` header.
 *
 * @param value Seconds, or an HTTP date.
 * @param now Milliseconds since the epoch.
 * @returns Time to wait in milliseconds; undefined if the header is missing or malformed.
 */
export function parseRetryAfter(
  value: string | undefined,
  now: number = Date.now(),
): number | undefined {
  if (value === undefined || value.trim() === "") {
    return undefined;
  }
  if (/^\s*\d+\s*$/.test(value)) {
    return 1000 * Number(value);
  }
  const date = /^\w{3,9}, /.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}
