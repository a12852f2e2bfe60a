const WEI_DIGITS = 18;

/**
 * Formats an amount in whole units, exact, without trailing zeros or exponent.
 *
 * @param raw Amount in the smallest unit.
 * @param decimals Decimal places of the unit.
 * @example
 * decimalText(1500n, 3); // "1.5"
 */
export function decimalText(raw: bigint, decimals: number): string {
  const digits = String(raw).padStart(decimals + 1, "0");
  const point = digits.length - decimals;
  let end = digits.length;
  while (end > point && digits.endsWith("0", end)) {
    end -= 1;
  }
  const whole = digits.slice(0, point);
  return end > point ? `${whole}.${digits.slice(point, end)}` : whole;
}

/** Converts wei into native tokens, rounded to the nearest JSON number. */
export function nativeTokens(wei: bigint): number {
  // Via the decimal text: dividing two doubles would round twice.
  return Number(decimalText(wei, WEI_DIGITS));
}

/** The last timestamp and its text: rows of a page often share their block (bench: 100 transactions). */
let last = { unixSeconds: Number.NaN, text: "" };

/** Formats a block timestamp as ISO 8601. @param unixSeconds Timestamp of the header. */
export function isoTime(unixSeconds: number): string {
  if (unixSeconds !== last.unixSeconds) {
    const text = `${new Date(unixSeconds * 1000).toISOString().slice(0, -".000Z".length)}Z`;
    last = { unixSeconds, text };
  }
  return last.text;
}
