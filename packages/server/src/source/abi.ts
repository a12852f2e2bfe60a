import { AbiError, readBytes, readLength, readWord } from "../chain/abi.ts";
import type { Hex } from "../chain/records.ts";

const WORD_BYTES = 32;

/**
 * Reads the integer that a contract returned. Further bytes are ignored, as in Solidity.
 *
 * @returns undefined if less than 32 bytes were returned.
 */
export function readNumber(returned: Hex): bigint | undefined {
  return orUndefined(() => readWord(returned.slice(2), 0));
}

/**
 * Reads the text that a contract returned: a `string`, or a zero-padded `bytes32`, as in contracts older
 * than ERC-20.
 *
 * @param maxBytes Longer texts are treated as missing, because they are untrusted and part of every page.
 * @returns null if no valid text was returned.
 */
export function readText(returned: Hex, maxBytes: number): string | null {
  const digits = returned.slice(2);
  if (digits.length === WORD_BYTES * 2) {
    return decodeUtf8(digits.replace(/(?:00)+$/, ""));
  }
  const bytes = orUndefined(() => {
    const start = readLength(digits, 0);
    return readBytes(digits, start + WORD_BYTES, readLength(digits, start, maxBytes));
  });
  return bytes === undefined ? null : decodeUtf8(bytes);
}

function orUndefined<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof AbiError) {
      return undefined;
    }
    throw error;
  }
}

function decodeUtf8(digits: string): string | null {
  try {
    const bytes = Buffer.from(digits, "hex");
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes).replaceAll("\0", "");
  } catch {
    return null;
  }
}
