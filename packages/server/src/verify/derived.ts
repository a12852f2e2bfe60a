import type { BlockFormat } from "../chain/block-formats.ts";
import type { Hex } from "../chain/records.ts";
import type { RpcBlock, RpcReceipt, RpcTransaction } from "../chain/rpc-types.ts";
import {
  DEPOSIT,
  FEE_MARKET,
  NITRO_CONTRACT,
  NITRO_INTERNAL,
  NITRO_RETRY,
} from "../chain/transaction-types.ts";
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
  { outcome }: BlockFormat,
): "the contract address" | "the price" | undefined {
  const isBeforeNitro = outcome === "zero";
  const contract = receipt.contractAddress?.toLowerCase() ?? null;
  // Some nodes omit the address if the creation failed.
  const isMissing = contract === null && Number(receipt.status) === 0;
  const isUnknown = transaction.to == null && (isBeforeNitro || hasNoNonce(transaction));
  if (contract !== contractOf(transaction, receipt) && !isMissing && !isUnknown) {
    return "the contract address";
  }
  // Deposits are free. Nitro blocks do not show whether tips are charged.
  const isPriceUnknown =
    isBeforeNitro ||
    Number(transaction.type) === DEPOSIT ||
    Number(block.transactions[0]?.type) === NITRO_INTERNAL;
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

/** Whether a transaction creates contracts by the nonce of its sender, which it does not have. */
function hasNoNonce({ type }: RpcTransaction): boolean {
  return [NITRO_CONTRACT, NITRO_RETRY].includes(Number(type));
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
