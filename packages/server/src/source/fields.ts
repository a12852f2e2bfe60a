import type { Decimal, Hex } from "../chain/records.ts";

/** Fields of a node's response, each possibly missing. */
type Fields<Name extends string> = { readonly [Field in Name]?: string | null | undefined };

const QUANTITY = /^0x[0-9a-f]+$/i;
/** As the nodes of OP stack chains write a scalar. */
const FRACTION = /^\d+(\.\d+)?(e[+-]\d+)?$/;
/** Matches whole bytes if the length is even; a pattern of pairs takes several times as long. */
const BYTES = /^0x[0-9a-f]*$/i;
/** The same in the form of almost all nodes, which needs no conversion. */
const LOWER_CASE_BYTES = /^0x[0-9a-f]*$/;
/** Length of quantities that a number holds exactly: 13 digits of 4 bits. Most are, and convert faster. */
const EXACT_LENGTH = 2 + 13;

/**
 * Reads bytes, as lower-case hexadecimal.
 *
 * @param length Expected number of bytes; default: any.
 * @throws Error naming the field, if it is missing or invalid.
 * @example
 * const hash = bytes(block, "hash", 32);
 */
export function bytes<Name extends string>(of: Fields<Name>, name: Name, length?: number): Hex {
  const value = of[name];
  if (typeof value === "string" && isLong(value, length)) {
    if (LOWER_CASE_BYTES.test(value)) {
      return value as Hex;
    }
    if (BYTES.test(value)) {
      return value.toLowerCase() as Hex;
    }
  }
  throw wrong(of, name, length === undefined ? "bytes" : `${length} bytes`);
}

function isLong(value: string, length: number | undefined): boolean {
  return length === undefined ? value.length % 2 === 0 : value.length === 2 + 2 * length;
}

export function bytesOrNull<Name extends string>(
  of: Fields<Name>,
  name: Name,
  length?: number,
): Hex | null {
  return of[name] == null ? null : bytes(of, name, length);
}

/**
 * Reads a quantity of any size, as decimal digits.
 *
 * @throws Error naming the field, if it is missing or invalid.
 */
export function decimal<Name extends string>(of: Fields<Name>, name: Name): Decimal {
  const value = of[name];
  if (typeof value !== "string" || !QUANTITY.test(value)) {
    throw wrong(of, name, "a number");
  }
  return String(value.length <= EXACT_LENGTH ? Number(value) : BigInt(value));
}

export function decimalOrNull<Name extends string>(of: Fields<Name>, name: Name): Decimal | null {
  return of[name] == null ? null : decimal(of, name);
}

/**
 * Reads a decimal fraction as it is, or null if the field is missing.
 *
 * @throws Error naming the field, if it is invalid.
 */
export function fractionOrNull<Name extends string>(of: Fields<Name>, name: Name): string | null {
  const value = of[name];
  if (value == null) {
    return null;
  }
  if (typeof value !== "string" || !FRACTION.test(value)) {
    throw new Error(`${name} is not a decimal fraction`);
  }
  return value;
}

/** Reads a quantity that fits a number, e.g. a height or a size. @throws Error if missing or too large. */
export function count<Name extends string>(of: Fields<Name>, name: Name): number {
  const value = Number(decimal(of, name));
  if (!Number.isSafeInteger(value)) {
    throw wrong(of, name, "a safe integer");
  }
  return value;
}

function wrong<Name extends string>(of: Fields<Name>, name: Name, kind: string): Error {
  const isMissing = of[name] == null;
  return new Error(isMissing ? `${name} is missing` : `${name} is not ${kind} in hexadecimal`);
}
