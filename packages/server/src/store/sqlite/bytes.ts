import { encodeWord, toHex } from "../../chain/abi.ts";
import type { Hex } from "../../chain/records.ts";

/** Converts hexadecimal to bytes. */
export function toBytes(hex: Hex): Uint8Array {
  return Buffer.from(hex.slice(2), "hex");
}

/** Reads a column of bytes as hexadecimal. */
export function readHex(column: unknown): Hex {
  return toHex(column as Uint8Array);
}

/** Encodes an unsigned integer of up to 256 bits as 32 bytes, which sort like the integers. */
export function toWord(value: bigint): Uint8Array {
  return Buffer.from(encodeWord(value), "hex");
}

/** Reads an integer from a column of 32 bytes. */
export function fromWord(bytes: unknown): bigint {
  return BigInt(readHex(bytes));
}

/**
 * Takes items until they exceed a number of bytes, and at least two, so that a page of which the first item
 * alone exceeds it is not taken for the last one.
 */
export function withinBytes<Item>(
  items: Iterable<Item>,
  maxBytes: number,
  bytesOf: (item: Item) => number,
): Item[] {
  const taken: Item[] = [];
  let bytes = 0;
  for (const item of items) {
    taken.push(item);
    bytes += bytesOf(item);
    if (bytes > maxBytes && taken.length > 1) {
      break;
    }
  }
  return taken;
}
