/** Decimal places of native tokens. */
export const NATIVE_DECIMALS = 18;
/** Decimal places of gas prices in gwei. */
export const GWEI_DECIMALS = 9;

/**
 * Formats an amount exactly, whatever its size: no digit is rounded away.
 *
 * @param amount In the smallest unit, decimal.
 * @param decimals Decimal places of the unit to show it in.
 * @example
 * formatAmount("1234500000000000000000", 18); // "1,234.5"
 */
export function formatAmount(amount: string | bigint, decimals: number): string {
  const value = BigInt(amount);
  const sign = value < 0n ? "-" : "";
  const digits = (value < 0n ? -value : value).toString().padStart(decimals + 1, "0");
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, "");
  return sign + groupDigits(whole) + (fraction && `.${fraction}`);
}

/** Cuts the fraction of a formatted amount to at most so many digits: `<0.001` if nothing else is left. */
export function shortenAmount(amount: string, digits: number): string {
  const [whole = "", fraction = ""] = amount.split(".");
  const kept = fraction.slice(0, digits).replace(/0+$/, "");
  if (whole === "0" && fraction && !kept) {
    return `<0.${"1".padStart(digits, "0")}`;
  }
  return kept ? `${whole}.${kept}` : whole;
}

/** Groups the digits of an integer by thousands, without reading it as a number. */
export function groupDigits(integer: string | number | bigint): string {
  return String(integer).replace(/\B(?=(\d{3})+$)/g, ",");
}
