import type { Hex } from "../chain/records.ts";

const WORD = 64;

/** A number as an argument of a call. */
export function wordOf(value: bigint): string {
  return value.toString(16).padStart(WORD, "0");
}

/**
 * The number that a contract returned.
 *
 * @returns undefined: it returned less than 32 bytes. What comes after them is left aside, as
 *   Solidity does.
 */
export function readNumber(returned: Hex): bigint | undefined {
  const digits = returned.slice(2, 2 + WORD);
  return digits.length === WORD ? BigInt(`0x${digits}`) : undefined;
}

/**
 * The text that a contract returned: a `string`, or 32 bytes that end in zeros, as in contracts older
 * than the standard.
 *
 * @param maxBytes A longer one counts as none: strangers write it, and every page would carry it.
 * @returns null: it returned no text.
 */
export function readText(returned: Hex, maxBytes: number): string | null {
  const digits = returned.slice(2);
  if (digits.length === WORD) {
    return printable(digits.replace(/(?:00)+$/, ""));
  }
  const start = lengthAt(digits, 0, digits.length / 2);
  const length = start === undefined ? undefined : lengthAt(digits, start, maxBytes);
  if (start === undefined || length === undefined) {
    return null;
  }
  const from = start * 2 + WORD;
  const bytes = digits.slice(from, from + length * 2);
  return bytes.length === length * 2 ? printable(bytes) : null;
}

/** The number in the word that begins at this byte; undefined if it is not there, or is too large. */
function lengthAt(digits: string, byte: number, max: number): number | undefined {
  const value = readNumber(`0x${digits.slice(byte * 2)}`);
  return value === undefined || value > BigInt(Math.floor(max)) ? undefined : Number(value);
}

function printable(digits: string): string | null {
  try {
    const bytes = Buffer.from(digits, "hex");
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes).replaceAll("\0", "");
  } catch {
    return null;
  }
}
