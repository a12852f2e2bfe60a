import { RLP } from "@ethereumjs/rlp";
import { toHex } from "../chain/abi.ts";
import type { Hex } from "../chain/records.ts";
import { keccak256 } from "./keccak.ts";

/** What RLP takes. */
export type Item = Uint8Array | readonly Item[];
/** What a node sent, with the fields that only an encoding needs; numbers and bytes in hexadecimal. */
export type Raw = Readonly<Record<string, unknown>>;

/** A list of items. */
export function encode(fields: readonly Item[]): Uint8Array {
  return RLP.encode(fields as unknown as Uint8Array[]);
}

/** A list behind the number of its type (EIP-2718); type 0 is the list alone. */
export function typed(type: number, fields: readonly Item[]): Uint8Array {
  return type === 0 ? encode(fields) : Buffer.concat([Uint8Array.of(type), encode(fields)]);
}

/** Bytes as they are. */
export function data(hex: unknown): Uint8Array {
  return Buffer.from(String(hex ?? "0x").slice(2), "hex");
}

/** A number without leading zeros: zero is no bytes at all, and so is what is not there. */
export function quantity(hex: unknown): Uint8Array {
  const digits = String(hex ?? "0x")
    .slice(2)
    .replace(/^0+/, "");
  return Buffer.from(digits.length % 2 ? `0${digits}` : digits, "hex");
}

/** A list, also where a node leaves an empty one out. */
export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The hash of bytes, in hexadecimal. */
export function hash(bytes: Uint8Array): Hex {
  return toHex(keccak256(bytes));
}
