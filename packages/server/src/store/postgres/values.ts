import { encodeWord } from "../../chain/abi.ts";
import type { Hex } from "../../chain/records.ts";

/** No address sorts before it. */
export const BEFORE_ALL = "\\x";

export const ZERO_BYTES = `\\x${"00".repeat(20)}`;

/** Formats bytes as PostgreSQL's hex text. */
export function bytes(hex: Hex): string {
  return `\\x${hex.slice(2)}`;
}

/**
 * Encodes an unsigned integer of up to 256 bits as its length in bytes and its bytes without leading
 * zeros. These sort like the integers; most token ids are small, and lie in several indexes.
 */
export function integer(value: bigint): string {
  return `\\x${packWord(Buffer.from(encodeWord(value), "hex")).toString("hex")}`;
}

/** Encodes an unsigned integer of 32 bytes like `integer`. */
export function packWord(word: Uint8Array): Buffer {
  const start = word.findIndex((byte) => byte !== 0);
  const digits = start === -1 ? [] : word.subarray(start);
  return Buffer.from([digits.length, ...digits]);
}

/** Decodes an integer encoded by `integer`. */
export function integerOf(column: unknown): bigint {
  return BigInt(`0x0${(column as Hex).slice(4)}`);
}

/**
 * Encodes an untrusted text as bytes, because PostgreSQL texts cannot contain NUL, and those of
 * contracts and callers can. Bytes also sort as in SQLite, whatever the collation of the database.
 */
export function utf8(text: string): string;
export function utf8(text: string | null): string | null;
export function utf8(text: string | null): string | null {
  return text === null ? null : `\\x${Buffer.from(text).toString("hex")}`;
}

/** Decodes a text stored as bytes. */
export function textOf(column: unknown): string | null {
  return column === null ? null : Buffer.from((column as Hex).slice(2), "hex").toString();
}
