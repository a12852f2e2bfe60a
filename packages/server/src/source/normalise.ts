import {
  DEPOSIT,
  FEE_MARKET,
  formatOf,
  NITRO_DEPOSIT,
  NITRO_INTERNAL,
  NITRO_LEGACY,
  NITRO_TYPES,
} from "../chain/block-formats.ts";
import type { Verification } from "../chain/profiles.ts";
import type { BlockRecord, TransactionRecord } from "../chain/records.ts";
import {
  hasStateRoot,
  type RpcBlock,
  type RpcBlockWithReceipts,
  type RpcReceipt,
  type RpcTransaction,
} from "../chain/rpc-types.ts";
import { attributesNonceOf, maxFeeOf, priceOf, totalDifficultyOf } from "../verify/derived.ts";
import { l1FeesIn } from "../verify/l1-fees.ts";
import { bytes, bytesOrNull, count, decimal, decimalOrNull, fractionOrNull } from "./fields.ts";

/** The last second of the year 9999. */
const LAST_TIMESTAMP = Date.UTC(10_000, 0) / 1_000 - 1;
const NO_NONCE = "0x0000000000000000";

/**
 * Converts a block header into its record. Fields that no hash covers are computed where possible,
 * instead of taken from the node.
 *
 * @param verification Chain whose formats the block has; of `parent`, nothing is computed.
 * @param size Its size in bytes if it was computed; default: as reported.
 * @throws Error naming the missing or invalid field.
 */
export function blockRecord(
  block: RpcBlock,
  verification: Verification,
  size?: number,
): BlockRecord {
  return located(`block ${Number(block.number)}`, () => ({
    number: count(block, "number"),
    hash: bytes(block, "hash", 32),
    parentHash: bytes(block, "parentHash", 32),
    timestamp: timestampOf(block),
    miner: bytes(block, "miner", 20),
    baseFeePerGas: decimalOrNull(block, "baseFeePerGas"),
    difficulty: decimalOrNull(block, "difficulty") ?? "0",
    totalDifficulty: totalDifficulty(block, verification),
    extraData: bytes(block, "extraData"),
    gasLimit: decimal(block, "gasLimit"),
    gasUsed: decimal(block, "gasUsed"),
    logsBloom: bytes(block, "logsBloom", 256),
    nonce: bytesOrNull(block, "nonce", 8) ?? NO_NONCE,
    receiptsRoot: bytes(block, "receiptsRoot", 32),
    sha3Uncles: bytes(block, "sha3Uncles", 32),
    size: size ?? count(block, "size"),
    stateRoot: bytes(block, "stateRoot", 32),
    transactionsRoot: bytes(block, "transactionsRoot", 32),
    withdrawalsRoot: hasWithdrawalsRoot(block, verification)
      ? bytesOrNull(block, "withdrawalsRoot", 32)
      : null,
    transactionCount: block.transactions.length,
  }));
}

/** @throws Error if RFC 3339, in which responses state times, has no form for it. */
function timestampOf(block: RpcBlock): number {
  const timestamp = decimal(block, "timestamp");
  if (Number(timestamp) > LAST_TIMESTAMP) {
    throw new Error(`timestamp ${timestamp} is after the year 9999, which no response can state`);
  }
  return Number(timestamp);
}

/** Whether the header can have a root of withdrawals, which Avalanche's does not. */
function hasWithdrawalsRoot(block: RpcBlock, verification: Verification): boolean {
  return verification === "parent" || formatOf(verification, block).header !== "coreth";
}

function totalDifficulty(block: RpcBlock, verification: Verification): string | null {
  const reported = decimalOrNull(block, "totalDifficulty");
  // Most nodes no longer report it.
  return reported && String(totalDifficultyOf(block, verification) ?? reported);
}

/** Later types that set no maximum fee. */
const WITHOUT_MAXIMUM: readonly number[] = [NITRO_LEGACY, DEPOSIT, NITRO_DEPOSIT, NITRO_INTERNAL];

/**
 * Converts the transactions of a block into records. Fields that no hash covers are computed where
 * possible, instead of taken from the node.
 *
 * @param verification Chain whose formats the block has; of `parent`, nothing is computed.
 * @throws Error if the receipts do not match the block, or naming the missing or invalid field.
 */
export function transactionRecords(
  source: RpcBlockWithReceipts,
  verification: Verification,
): TransactionRecord[] {
  const { block, receipts } = source;
  const where = `block ${Number(block.number)}`;
  if (receipts.length !== block.transactions.length) {
    throw new Error(
      `${where} has ${block.transactions.length} transactions, but ${receipts.length} receipts`,
    );
  }
  const place = located(where, () => ({
    blockHash: bytes(block, "hash", 32),
    blockNumber: count(block, "number"),
    blockTimestamp: timestampOf(block),
  }));
  /** Undefined: all fields are taken as reported. */
  const format = verification === "parent" ? undefined : formatOf(verification, block);
  const l1FeesOf = verification === "base" ? l1FeesIn(block) : format && (() => ({}));
  const recordOf = (
    index: number,
    transaction: RpcTransaction,
    receipt: RpcReceipt,
  ): TransactionRecord => {
    const type = transaction.type == null ? 0 : count(transaction, "type");
    const isDeposit = type === DEPOSIT;
    const offered = decimalOrNull(transaction, "gasPrice");
    // Some nodes omit the price of deposits and of legacy transactions.
    const paid = isDeposit ? "0" : (decimalOrNull(receipt, "effectiveGasPrice") ?? offered ?? "0");
    const price = String((format && priceOf(block, transaction, format)) ?? paid);
    // In what a hash covers, absent is the same as zero.
    const absent = format ? "0" : null;
    const hasMaximum =
      type >= FEE_MARKET &&
      (format ? !WITHOUT_MAXIMUM.includes(type) : !isDeposit && transaction.maxFeePerGas != null);
    const hasTip = hasMaximum && !(format && NITRO_TYPES.includes(type));
    const nonce = decimalOrNull(transaction, "nonce") ?? "0";
    const told = (isDeposit && decimalOrNull(receipt, "depositNonce")) || nonce;
    const hasStatus = format ? format.outcome !== "stateRoot" : !hasStateRoot(receipt);
    const fees = l1FeesOf ? l1FeesOf(transaction) : receipt;
    return {
      hash: bytes(transaction, "hash", 32),
      blockHash: place.blockHash,
      blockNumber: place.blockNumber,
      blockTimestamp: place.blockTimestamp,
      index,
      type,
      from: bytes(transaction, "from", 20),
      to: bytesOrNull(transaction, "to", 20),
      contractAddress: bytesOrNull(receipt, "contractAddress", 20),
      nonce: String((format && attributesNonceOf(block, transaction, receipt)) ?? told),
      gas: decimal(transaction, "gas"),
      // Where a chain charges less, nodes report the sender's maximum as gas price.
      gasPrice: hasMaximum || isDeposit ? price : (offered ?? absent ?? price),
      maxFeePerGas: hasMaximum
        ? decimal({ maxFeePerGas: maxFeeOf(transaction) }, "maxFeePerGas")
        : null,
      maxPriorityFeePerGas: hasTip
        ? (decimalOrNull(transaction, "maxPriorityFeePerGas") ?? absent)
        : null,
      value: decimal(transaction, "value"),
      input: bytes(transaction, "input"),
      status: hasStatus && receipt.status != null ? count(receipt, "status") : null,
      gasUsed: decimal(receipt, "gasUsed"),
      cumulativeGasUsed: decimal(receipt, "cumulativeGasUsed"),
      effectiveGasPrice: price,
      l1Fee: decimalOrNull(fees, "l1Fee"),
      // Absent since the Ecotone fork.
      l1FeeScalar: fractionOrNull(fees, "l1FeeScalar"),
      l1GasPrice: decimalOrNull(fees, "l1GasPrice"),
      l1GasUsed: decimalOrNull(fees, "l1GasUsed"),
    };
  };
  return block.transactions.map((transaction, at) => {
    const receipt = receipts[at];
    if (receipt?.transactionHash !== transaction.hash || receipt.blockHash !== block.hash) {
      throw new Error(`${where}: receipt ${at} belongs to another transaction or block`);
    }
    return located(`${where}: transaction ${at}`, () => {
      if (!Array.isArray(receipt.logs)) {
        throw new Error("logs is missing");
      }
      return recordOf(at, transaction, receipt);
    });
  });
}

function located<Result>(where: string, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    throw new Error(`${where}: ${(error as Error).message}`, { cause: error });
  }
}
