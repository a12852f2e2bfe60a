import { createRequire } from "node:module";
import { toHex, toQuantity } from "../chain/abi.ts";
import type { Hex } from "../chain/records.ts";
import type { RpcTransaction } from "../chain/rpc-types.ts";
import type { TransactionParts } from "./encode.ts";
import { encodeTyped, keccak256, quantity, type Raw } from "./rlp.ts";

/** Hash of what was signed, 32 bytes; r and s, 64 bytes; and the parity of the y coordinate of their point. */
type Signed = readonly [message: Uint8Array, signature: Uint8Array, parity: 0 | 1];

/** Recovers the public key that made a signature, uncompressed: 65 bytes. Undefined if there is none. */
type Recover = (...signed: Signed) => Uint8Array | undefined;

/** The part of `secp256k1` used here. Its own entry falls back to a library slower than WebAssembly. */
interface Bindings {
  ecdsaRecover(
    signature: Uint8Array,
    parity: number,
    message: Uint8Array,
    compressed: boolean,
  ): Uint8Array;
}

/** libsecp256k1 as machine code, about four times as fast; undefined where it has not been built. */
export const recoverNative: Recover | undefined = loadNative();

function loadNative(): Recover | undefined {
  try {
    const bindings: Bindings = createRequire(import.meta.url)("secp256k1/bindings.js");
    return orNone((message, signature, parity) =>
      bindings.ecdsaRecover(signature, parity, message, false),
    );
  } catch {
    return undefined;
  }
}

/** Loads libsecp256k1 in WebAssembly, which runs on every platform. */
export async function loadPortable(): Promise<Recover> {
  const { recover } = await import("tiny-secp256k1");
  return orNone((message, signature, parity) => recover(message, signature, parity) ?? undefined);
}

/** Returns no key if r or s is out of range, or no point has it. */
function orNone(recover: Recover): Recover {
  return (...signed) => {
    try {
      return recover(...signed);
    } catch {
      return undefined;
    }
  };
}

/** The fastest one that there is. The other is not loaded beside it: each thread would compile 1.2 MB. */
export const recover: Recover = recoverNative ?? (await loadPortable());

/** Lowest v of a signature with a chain id (EIP-155). */
const WITH_CHAIN = 35n;
const WITHOUT_CHAIN = 27n;
/** Hexadecimal digits of r and of s. */
const WORD_DIGITS = 64;

/** Returns what was signed of a transaction, and how. Undefined if the signature is invalid. */
export function signedMessage(
  transaction: RpcTransaction,
  { type, fields }: TransactionParts,
): Signed | undefined {
  const raw = transaction as unknown as Raw;
  // Legacy transactions have no `yParity`, but some nodes report one.
  const v = number(type === 0 ? raw.v : (raw.yParity ?? raw.v));
  const hasChainId = type === 0 && v >= WITH_CHAIN;
  const parity = type !== 0 ? v : hasChainId ? (v - WITH_CHAIN) % 2n : v - WITHOUT_CHAIN;
  const chainFields = hasChainId
    ? [quantity(toQuantity((v - WITH_CHAIN) / 2n)), ...EMPTY_SIGNATURE]
    : [];
  if (parity !== 0n && parity !== 1n) {
    return undefined;
  }
  const message = keccak256(encodeTyped(type, [...fields, ...chainFields]));
  return [message, Buffer.from(word(raw.r) + word(raw.s), "hex"), Number(parity) as 0 | 1];
}

/**
 * Returns the address that signed a transaction; undefined if the signature is invalid. Only meaningful
 * if the transaction hash, which covers the signature, has been verified.
 */
export function recoverSender(
  transaction: RpcTransaction,
  parts: TransactionParts,
): Hex | undefined {
  const signed = signedMessage(transaction, parts);
  const key = signed && recover(...signed);
  return key && toHex(keccak256(key.subarray(1)).subarray(-20));
}

/** Placeholders for r and s in the signed message (EIP-155). */
const EMPTY_SIGNATURE = ["", ""];

function number(value: unknown): bigint {
  return BigInt(String(value ?? "0x0"));
}

function word(value: unknown): string {
  return quantity(value).padStart(WORD_DIGITS, "0");
}
