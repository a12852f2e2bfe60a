import { toHex, toQuantity } from "../chain/abi.ts";
import type { Hex } from "../chain/records.ts";
import type { RpcTransaction } from "../chain/rpc-types.ts";
import type { TransactionParts } from "./encode.ts";
import { recover } from "./recover.ts";
import { encodeTyped, keccak256, quantity, type Raw } from "./rlp.ts";

/** Lowest v of a signature with a chain id (EIP-155). */
const WITH_CHAIN = 35n;
const WITHOUT_CHAIN = 27n;
/** Hexadecimal digits of r and of s. */
const WORD_DIGITS = 64;

/**
 * Returns the signed message of a transaction: its hash, 32 bytes, and r and s, 64 bytes. Undefined if the signature is
 * invalid.
 */
export function signedMessage(transaction: RpcTransaction, { type, fields }: TransactionParts) {
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
  return {
    message: keccak256(encodeTyped(type, [...fields, ...chainFields])),
    signature: Buffer.from(word(raw.r) + word(raw.s), "hex"),
    parity: Number(parity) as 0 | 1,
  };
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
  const key = signed && recover(signed.message, signed.signature, signed.parity);
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
