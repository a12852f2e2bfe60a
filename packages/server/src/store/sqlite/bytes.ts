import { encodeWord, toHex as hexOf } from "../../chain/abi.ts";
import type { Hex } from "../../chain/records.ts";

/** The bytes that hexadecimal digits stand for. */
export function toBytes(hex: Hex): Uint8Array {
  return Buffer.from(hex.slice(2), "hex");
}

/** Hexadecimal digits of a column of bytes. */
export function toHex(column: unknown): Hex {
  return hexOf(column as Uint8Array);
}

/** A number of up to 256 bits as 32 bytes, which sort as the numbers do. */
export function toWord(value: bigint): Uint8Array {
  return Buffer.from(encodeWord(value), "hex");
}

/** The number in a word. */
export function fromWord(bytes: unknown): bigint {
  return BigInt(toHex(bytes));
}
