import type { Decimal, Hex } from "../chain/records.ts";

/** Some fields of an answer of a node, which may have left them out. */
type Fields<Name extends string> = { readonly [Field in Name]?: string | null | undefined };

const QUANTITY = /^0x[0-9a-f]+$/i;
const BYTES = /^0x(?:[0-9a-f]{2})*$/i;

/**
 * Bytes in hexadecimal, lower case.
 *
 * @param length How many bytes there must be; absent: any number.
 * @throws Error naming the field, if it is missing or not what it must be.
 * @example
 * const hash = bytes(block, "hash", 32);
 */
export function bytes<Name extends string>(of: Fields<Name>, name: Name, length?: number): Hex {
  const value = of[name];
  const isLong = length === undefined || value?.length === 2 + 2 * length;
  if (typeof value !== "string" || !BYTES.test(value) || !isLong) {
    throw wrong(of, name, length === undefined ? "bytes" : `${length} bytes`);
  }
  return value.toLowerCase() as Hex;
}

/** The same where there may be none. */
export function bytesOrNull<Name extends string>(
  of: Fields<Name>,
  name: Name,
  length?: number,
): Hex | null {
  return of[name] == null ? null : bytes(of, name, length);
}

/**
 * A number of any size, in decimal digits.
 *
 * @throws Error naming the field, if it is missing or no number in hexadecimal.
 */
export function decimal<Name extends string>(of: Fields<Name>, name: Name): Decimal {
  const value = of[name];
  if (typeof value !== "string" || !QUANTITY.test(value)) {
    throw wrong(of, name, "a number");
  }
  return String(BigInt(value));
}

/** The same where there may be none. */
export function decimalOrNull<Name extends string>(of: Fields<Name>, name: Name): Decimal | null {
  return of[name] == null ? null : decimal(of, name);
}

/** A number that counts something, as a height or a size. @throws Error if it is none, or too large. */
export function count<Name extends string>(of: Fields<Name>, name: Name): number {
  const value = Number(decimal(of, name));
  if (!Number.isSafeInteger(value)) {
    throw wrong(of, name, "a number that a count can be");
  }
  return value;
}

function wrong<Name extends string>(of: Fields<Name>, name: Name, kind: string): Error {
  const isMissing = of[name] == null;
  return new Error(isMissing ? `${name} is missing` : `${name} is not ${kind} in hexadecimal`);
}
