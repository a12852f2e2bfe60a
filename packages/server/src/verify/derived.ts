import type { Hex } from "../chain/records.ts";
import type { RpcBlock, RpcReceipt, RpcTransaction } from "../chain/rpc-types.ts";
import { DEPOSIT, FEE_MARKET, NITRO_INTERNAL } from "../chain/transaction-types.ts";
import { data, encode, hash, quantity } from "./rlp.ts";

/**
 * What a receipt tells that no hash covers, but that follows from its transaction and its block.
 *
 * @param transaction One that its hash vouches for.
 * @returns What does not follow; undefined if all does.
 */
export function notDerived(
  block: RpcBlock,
  transaction: RpcTransaction,
  receipt: RpcReceipt,
): "the contract address" | "the price" | undefined {
  const contract = receipt.contractAddress?.toLowerCase() ?? null;
  // Not every node tells where a contract would have been.
  const isMissing = contract === null && Number(receipt.status) === 0;
  if (contract !== contractOf(transaction, receipt) && !isMissing) {
    return "the contract address";
  }
  // Deposits are free. Nitro takes no tips, or does: it is not told which.
  const hasOtherPrice =
    Number(transaction.type) === DEPOSIT || Number(block.transactions[0]?.type) === NITRO_INTERNAL;
  const told = BigInt(receipt.effectiveGasPrice ?? transaction.gasPrice ?? "0x0");
  return hasOtherPrice || told === priceOf(block, transaction) ? undefined : "the price";
}

/** The address of what a transaction created, which is made of its sender and nonce. */
function contractOf({ to, from, type, nonce }: RpcTransaction, receipt: RpcReceipt): Hex | null {
  const own = Number(type) === DEPOSIT ? (receipt.depositNonce ?? nonce) : nonce;
  return to == null ? `0x${hash(encode([data(from), quantity(own)])).slice(-40)}` : null;
}

function priceOf({ baseFeePerGas }: RpcBlock, transaction: RpcTransaction): bigint {
  const { type, gasPrice, maxFeePerGas, maxPriorityFeePerGas } = transaction;
  if (Number(type ?? "0x0") < FEE_MARKET) {
    return BigInt(gasPrice ?? "0x0");
  }
  const most = BigInt(maxFeePerGas ?? "0x0");
  const wanted = BigInt(baseFeePerGas ?? "0x0") + BigInt(maxPriorityFeePerGas ?? "0x0");
  return wanted < most ? wanted : most;
}
