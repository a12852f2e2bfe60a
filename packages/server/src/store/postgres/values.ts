import { encodeWord } from "../../chain/abi.ts";
import type { Hex } from "../../chain/records.ts";

/** The first bytes of an address that no address has before it, and none after it. */
export const BEFORE_ALL = "\\x";
export const AFTER_ALL = `\\x${"ff".repeat(33)}`;

export const ZERO_BYTES = `\\x${"00".repeat(20)}`;
export const ZERO_WORD = `\\x${"00".repeat(32)}`;

/** Bytes as PostgreSQL reads them from text. */
export function bytes(hex: Hex): string {
  return `\\x${hex.slice(2)}`;
}

/** Encodes an unsigned integer of up to 256 bits as 32 bytes, which sort like the integers. */
export function word(value: bigint): string {
  return `\\x${encodeWord(value)}`;
}

/**
 * A text that a stranger chose, as bytes: texts of PostgreSQL have no NUL in them, and those of
 * contracts and callers do. Bytes also sort as in SQLite, whatever the collation of the database.
 */
export function utf8(text: string): string;
export function utf8(text: string | null): string | null;
export function utf8(text: string | null): string | null {
  return text === null ? null : `\\x${Buffer.from(text).toString("hex")}`;
}

/** The text in such a column. */
export function textOf(column: unknown): string | null {
  return column === null ? null : Buffer.from((column as Hex).slice(2), "hex").toString();
}
