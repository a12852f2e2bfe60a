import { encodeWord } from "../../chain/abi.ts";
import type { Hex } from "../../chain/records.ts";

/** Bounds of addresses: no address sorts before the first or after the second. */
export const BEFORE_ALL = "\\x";
export const AFTER_ALL = `\\x${"ff".repeat(33)}`;

export const ZERO_BYTES = `\\x${"00".repeat(20)}`;
export const ZERO_WORD = `\\x${"00".repeat(32)}`;

/** Formats bytes as PostgreSQL's hex text. */
export function bytes(hex: Hex): string {
  return `\\x${hex.slice(2)}`;
}

/** Encodes an unsigned integer of up to 256 bits as 32 bytes, which sort like the integers. */
export function word(value: bigint): string {
  return `\\x${encodeWord(value)}`;
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
