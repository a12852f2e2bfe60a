import type { Hex } from "../chain/records.ts";
import type { RpcBlock, RpcReceipt, RpcTransaction } from "../chain/rpc-types.ts";
import { DEPOSIT, FEE_MARKET, NITRO_INTERNAL } from "../chain/transaction-types.ts";
import { data, encode, hash, quantity } from "./rlp.ts";

/**
 * Checks the fields of a receipt that no hash covers but that can be derived from transaction and block.
 *
 * @param transaction Transaction whose hash has been verified.
 * @returns The field that differs; undefined if all match.
 */
export function findDerivedMismatch(
  block: RpcBlock,
  transaction: RpcTransaction,
  receipt: RpcReceipt,
): "the contract address" | "the price" | undefined {
  const contract = receipt.contractAddress?.toLowerCase() ?? null;
  // Some nodes omit the address if the creation failed.
  const isMissing = contract === null && Number(receipt.status) === 0;
  if (contract !== contractOf(transaction, receipt) && !isMissing) {
    return "the contract address";
  }
  // Deposits are free. Nitro blocks do not show whether tips are charged.
  const isPriceUnknown =
    Number(transaction.type) === DEPOSIT || Number(block.transactions[0]?.type) === NITRO_INTERNAL;
  const reported = BigInt(receipt.effectiveGasPrice ?? transaction.gasPrice ?? "0x0");
  return isPriceUnknown || reported === priceOf(block, transaction) ? undefined : "the price";
}

/** Derives the address of a created contract from sender and nonce; null for other transactions. */
export function contractOf(
  { to, from, type, nonce }: RpcTransaction,
  receipt: RpcReceipt,
): Hex | null {
  const senderNonce = Number(type) === DEPOSIT ? (receipt.depositNonce ?? nonce) : nonce;
  return to == null ? `0x${hash(encode([data(from), quantity(senderNonce)])).slice(-40)}` : null;
}

function priceOf({ baseFeePerGas }: RpcBlock, transaction: RpcTransaction): bigint {
  const { type, gasPrice, maxFeePerGas, maxPriorityFeePerGas } = transaction;
  if (Number(type ?? "0x0") < FEE_MARKET) {
    return BigInt(gasPrice ?? "0x0");
  }
  const max = BigInt(maxFeePerGas ?? "0x0");
  const price = BigInt(baseFeePerGas ?? "0x0") + BigInt(maxPriorityFeePerGas ?? "0x0");
  return price < max ? price : max;
}
