import type { ChainData } from "@chainkit/client";

export const NATIVE_DECIMALS = 18;
/** Decimal places of gas prices in gwei. */
export const GWEI_DECIMALS = 9;

/** Parses an integer; undefined if it is another text, which the contract allows in many fields. */
export function parseInteger(text: string | number | bigint | null | undefined) {
  const digits = String(text);
  return /^-?\d+$/.test(digits) ? BigInt(digits) : undefined;
}

/**
 * Formats an amount exactly, whatever its size: no digit is rounded away.
 *
 * @param amount In the smallest unit, decimal. Another text is returned as it is.
 * @param decimals Decimal places of the unit to show it in.
 * @example
 * formatAmount("1234500000000000000000", 18); // "1,234.5"
 */
export function formatAmount(amount: string | bigint, decimals: number): string {
  const value = parseInteger(amount);
  if (value === undefined || !isDecimals(decimals)) {
    return groupDigits(amount);
  }
  const sign = value < 0n ? "-" : "";
  const digits = (value < 0n ? -value : value).toString().padStart(decimals + 1, "0");
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, "");
  return sign + groupDigits(whole) + (fraction && `.${fraction}`);
}

/** Whether a number can be the decimal places of a token: an unsigned byte. */
export function isDecimals(decimals: number | null | undefined): decimals is number {
  return Number.isInteger(decimals) && Number(decimals) >= 0 && Number(decimals) <= 255;
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

/**
 * Groups the digits of an integer by thousands, without rounding; returns another text as it is.
 * Not by `Intl`: a phone takes a tenth of a second to load its data, before anything is painted.
 */
export function groupDigits(integer: string | number | bigint): string {
  const value = parseInteger(integer);
  return value === undefined ? String(integer) : String(value).replace(/\d(?=(?:\d{3})+$)/g, "$&,");
}

/** Formats a price of gas, or a part of it; nothing without one. */
export function gweiText(wei: string | bigint | null | undefined): string {
  const text = String(wei ?? "");
  return text && `${formatAmount(text, GWEI_DECIMALS)} gwei`;
}

/**
 * Returns the share of a decimal amount in another, in percent: below ten with one decimal place. 0 of nothing is 0.
 *
 * @returns Undefined if one of them is no amount.
 */
export function percentOf(part: string, whole: string): number | undefined {
  const [some, all] = [parseInteger(part), parseInteger(whole)];
  if (some === undefined || all === undefined) {
    return undefined;
  }
  const percent = all === 0n ? 0 : Number((some * 1_000n) / all) / 10;
  return percent < 10 ? percent : Math.floor(percent);
}

/**
 * Returns the mean time between blocks in seconds, or undefined of fewer than two.
 *
 * @param blocks Newest first; gaps between their numbers are counted.
 */
export function blockTime(blocks: readonly ChainData.Block[]): number | undefined {
  const [newest] = blocks;
  const oldest = blocks.at(-1);
  const from = oldest && parseTime(oldest.timestamp);
  const to = newest && parseTime(newest.timestamp);
  if (!from || !to || oldest.number === newest.number) {
    return undefined;
  }
  return (to.getTime() - from.getTime()) / 1_000 / (newest.number - oldest.number);
}

const UNITS: readonly (readonly [unit: string, seconds: number])[] = [
  ["yr.", 31_536_000],
  ["mo.", 2_592_000],
  ["day", 86_400],
  ["hr.", 3_600],
  ["min.", 60],
  ["sec.", 1],
];

/** Parses a timestamp of the API; undefined if it is not a time. */
export function parseTime(timestamp: string): Date | undefined {
  const time = new Date(timestamp);
  return Number.isNaN(time.getTime()) ? undefined : time;
}

/** Formats how long ago a time is: `12 sec. ago`; one that is a minute ahead of the clock as `in 1 min.`. */
export function formatAge(time: Date, now: number): string {
  const seconds = Math.round((now - time.getTime()) / 1_000);
  const isAhead = seconds <= -60;
  const size = isAhead ? -seconds : Math.max(0, seconds);
  const [unit, length] = UNITS.find(([, length]) => size >= length) ?? ["sec.", 1];
  const count = Math.floor(size / length);
  const age = `${groupDigits(count)} ${unit}${unit === "day" && count !== 1 ? "s" : ""}`;
  return isAhead ? `in ${age}` : `${age} ago`;
}

/** Formats a time exactly: `24 Nov 2026, 15:50:39 UTC`. */
export function formatTime(time: Date): string {
  const [, day, month, year, clock] = time.toUTCString().split(" ");
  return `${Number(day)} ${month} ${year}, ${clock} UTC`;
}

const HEAD = 8;
const TAIL = 6;

/** Marks above or below a letter: more than three of them would cover the lines around it. */
const STACKED_MARKS = /(\p{M}{3})\p{M}+/gu;

/** Shortens a hash or an address to its ends. */
export function shortHex(hex: string): string {
  const letters = [...hex.replace(STACKED_MARKS, "$1")];
  return letters.length > HEAD + TAIL + 1
    ? `${letters.slice(0, HEAD).join("")}…${letters.slice(-TAIL).join("")}`
    : hex;
}

/** Shortens a text to at most so many letters; one that is shorter, and stays within its line, is returned as it is. */
export function shortText(text: string, max: number): string {
  const kept = [...text.slice(0, 2 * max + 2)].slice(0, max).join("");
  const short = kept.replace(STACKED_MARKS, "$1");
  return kept.length < text.length || short !== kept ? `${short.trimEnd()}…` : text;
}

/** Controls, spaces, marks, and letters that are drawn as nothing. */
const UNSEEN = /[\p{C}\p{Z}\p{M}\u115f\u1160\u2800\u3164\uffa0]/gu;

/** Returns a name that can be seen; undefined if there is none. */
export function visible(name: string | null | undefined): string | undefined {
  return name?.replace(UNSEEN, "") ? name : undefined;
}

/** Returns the text that bytes spell in UTF-8, or undefined if they are not text. */
export function textOf(hex: string): string | undefined {
  const pairs = hex.slice("0x".length).match(/../g) ?? [];
  const bytes = Uint8Array.from(pairs, (pair) => Number.parseInt(pair, 16));
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes).replace(/\0+$/, "");
    // Control characters, and those that turn the direction of what follows, are no text to show.
    return text.trim() === "" || /[\p{Cc}\p{Cf}\p{Co}\p{Cn}]/u.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}
