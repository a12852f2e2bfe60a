import { RLP } from "@ethereumjs/rlp";
import { toHex } from "../chain/abi.ts";
import type { Hex } from "../chain/records.ts";
import { keccak256 } from "./keccak.ts";

/** RLP input: bytes or a list. */
export type Item = Uint8Array | readonly Item[];
/** JSON-RPC object with all its fields, including those that only the encoding needs. */
export type Raw = Readonly<Record<string, unknown>>;

/** Encodes a list. */
export function encode(fields: readonly Item[]): Uint8Array {
  return RLP.encode(fields as unknown as Uint8Array[]);
}

/** Encodes a typed envelope (EIP-2718); type 0 is the plain list. */
export function encodeTyped(type: number, fields: readonly Item[]): Uint8Array {
  return type === 0 ? encode(fields) : Buffer.concat([Uint8Array.of(type), encode(fields)]);
}

/** Converts hexadecimal data to bytes. */
export function data(hex: unknown): Uint8Array {
  return Buffer.from(String(hex ?? "0x").slice(2), "hex");
}

/** Converts a hexadecimal quantity to bytes without leading zeros; zero and absent become no bytes. */
export function quantity(hex: unknown): Uint8Array {
  const digits = String(hex ?? "0x")
    .slice(2)
    .replace(/^0+/, "");
  return Buffer.from(digits.length % 2 ? `0${digits}` : digits, "hex");
}

/** Returns an array, also if the node omitted an empty one. */
export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Hashes bytes with Keccak-256. Returns hexadecimal. */
export function hash(bytes: Uint8Array): Hex {
  return toHex(keccak256(bytes));
}
