import type { Hex } from "./records.ts";

const WORD_DIGITS = 64;

/** The data does not have the expected ABI encoding. */
export class AbiError extends Error {
  override readonly name = "AbiError";
}

/** Returns what was read of data; undefined if it does not have the expected ABI encoding. */
export function orUndefined<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof AbiError) {
      return undefined;
    }
    throw error;
  }
}

/**
 * Encodes an unsigned integer as a 32-byte word: 64 hexadecimal digits without `0x`.
 *
 * @throws AbiError if it is negative or has more than 256 bits.
 */
export function encodeWord(value: bigint): string {
  if (BigInt.asUintN(256, value) !== value) {
    throw new AbiError("expected an unsigned integer of at most 256 bits");
  }
  return value.toString(16).padStart(WORD_DIGITS, "0");
}

/** Encodes bytes as their dynamic tail: length, then the bytes padded to whole words. */
export function encodeBytes(digits: string): string {
  const padded = Math.ceil(digits.length / WORD_DIGITS) * WORD_DIGITS;
  return encodeWord(BigInt(digits.length / 2)) + digits.padEnd(padded, "0");
}

/** Formats an integer as a JSON-RPC quantity: hexadecimal without leading zeros. */
export function toQuantity(value: number | bigint): Hex {
  return `0x${value.toString(16)}`;
}

/** Formats bytes as lower-case hexadecimal. */
export function toHex(bytes: Uint8Array): Hex {
  const { buffer, byteOffset, byteLength } = bytes;
  return `0x${Buffer.from(buffer, byteOffset, byteLength).toString("hex")}`;
}

/**
 * Reads the word at a byte offset.
 *
 * @param digits ABI-encoded data in hexadecimal, without `0x`.
 * @throws AbiError if the data ends before the word does.
 */
export function readWord(digits: string, offset: number): bigint {
  return BigInt(`0x${readBytes(digits, offset, WORD_DIGITS / 2)}`);
}

/**
 * Reads bytes at a byte offset, as hexadecimal digits without `0x`.
 *
 * @throws AbiError if the data is shorter.
 */
export function readBytes(digits: string, offset: number, length: number): string {
  const end = (offset + length) * 2;
  if (end > digits.length) {
    throw new AbiError(`expected ${offset + length} bytes; received ${digits.length / 2}`);
  }
  return digits.slice(offset * 2, end);
}

/**
 * Reads an offset or a length.
 *
 * @throws AbiError if it is beyond the limit, by default the size of the data.
 */
export function readLength(
  digits: string,
  offset: number,
  max: number = digits.length / 2,
): number {
  const value = readWord(digits, offset);
  if (value > BigInt(Math.floor(max))) {
    throw new AbiError(`offset or length ${value} is larger than ${Math.floor(max)}`);
  }
  return Number(value);
}

/**
 * Locates the dynamic value whose offset is in the word at `at`.
 *
 * @param base Byte that offsets are relative to.
 * @returns The byte after its length word, and the length: of bytes, or of elements.
 * @throws AbiError if offset or length are beyond the data.
 */
export function readTail(
  digits: string,
  at: number,
  base = 0,
): { readonly start: number; readonly length: number } {
  const tail = base + readLength(digits, at);
  return { start: tail + WORD_DIGITS / 2, length: readLength(digits, tail) };
}
