const WEI_DIGITS = 18;

/**
 * An amount in whole units, exact, without trailing zeros and never in exponent form.
 *
 * @param raw Amount in the smallest unit.
 * @param decimals How many decimal places the unit has.
 * @example
 * decimalText(1500n, 3); // "1.5"
 */
export function decimalText(raw: bigint, decimals: number): string {
  if (decimals === 0) {
    return String(raw);
  }
  const digits = String(raw).padStart(decimals + 1, "0");
  const fraction = digits.slice(-decimals).replace(/0+$/, "");
  const whole = digits.slice(0, -decimals);
  return fraction ? `${whole}.${fraction}` : whole;
}

/** An amount of wei in whole native tokens, as near as a JSON number comes. */
export function nativeTokens(wei: bigint): number {
  // Through the decimal text: dividing two rounded numbers would round twice.
  return Number(decimalText(wei, WEI_DIGITS));
}

/** The instant of a block. @param unixSeconds As in the header. */
export function isoTime(unixSeconds: number): string {
  return `${new Date(unixSeconds * 1000).toISOString().slice(0, -".000Z".length)}Z`;
}
