import type { Hex } from "../../chain/records.ts";

const WORD_DIGITS = 64;

/** The bytes that hexadecimal digits stand for. */
export function toBytes(hex: Hex): Uint8Array {
  return Buffer.from(hex.slice(2), "hex");
}

/** Hexadecimal digits of bytes. */
export function toHex(bytes: unknown): Hex {
  return `0x${Buffer.from(bytes as Uint8Array).toString("hex")}`;
}

/** A number of up to 256 bits as 32 bytes, which sort as the numbers do. */
export function toWord(value: bigint): Uint8Array {
  return Buffer.from(value.toString(16).padStart(WORD_DIGITS, "0"), "hex");
}

/** The number in a word. */
export function fromWord(bytes: unknown): bigint {
  return BigInt(toHex(bytes));
}
