import { formatOf } from "../chain/block-formats.ts";
import type { Verification } from "../chain/profiles.ts";
import type { BlockRecord, TransactionRecord } from "../chain/records.ts";
import type {
  RpcBlock,
  RpcBlockWithReceipts,
  RpcReceipt,
  RpcTransaction,
} from "../chain/rpc-types.ts";
import { hasStateRoot } from "../chain/rpc-types.ts";
import { DEPOSIT, FEE_MARKET } from "../chain/transaction-types.ts";
import { totalDifficultyOf } from "../verify/derived.ts";
import { createCompute, l1Fields } from "./computed.ts";
import { bytes, bytesOrNull, count, decimal, decimalOrNull } from "./fields.ts";

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
    timestamp: count(block, "timestamp"),
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

/** Whether the header can have a root of withdrawals, which Avalanche's does not. */
function hasWithdrawalsRoot(block: RpcBlock, verification: Verification): boolean {
  return verification === "parent" || formatOf(verification, block).header !== "coreth";
}

function totalDifficulty(block: RpcBlock, verification: Verification): string | null {
  const reported = decimalOrNull(block, "totalDifficulty");
  // Most nodes no longer report it.
  return reported && String(totalDifficultyOf(block, verification) ?? reported);
}

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
    blockTimestamp: count(block, "timestamp"),
  }));
  const compute = verification === "parent" ? undefined : createCompute(block, verification);
  return block.transactions.map((transaction, at) => {
    const receipt = receipts[at];
    if (receipt?.transactionHash !== transaction.hash || receipt.blockHash !== block.hash) {
      throw new Error(`${where}: receipt ${at} belongs to another transaction or block`);
    }
    return located(`${where}: transaction ${at}`, () => {
      if (!Array.isArray(receipt.logs)) {
        throw new Error("logs is missing");
      }
      const record = transactionRecord({ ...place, index: at }, transaction, receipt);
      return compute ? compute(record, transaction, receipt) : record;
    });
  });
}

type Place = Pick<TransactionRecord, "blockHash" | "blockNumber" | "blockTimestamp" | "index">;

function transactionRecord(
  { blockHash, blockNumber, blockTimestamp, index }: Place,
  transaction: RpcTransaction,
  receipt: RpcReceipt,
): TransactionRecord {
  const type = transaction.type == null ? 0 : count(transaction, "type");
  const isDeposit = type === DEPOSIT;
  const paid = decimalOrNull(receipt, "effectiveGasPrice");
  const offered = decimalOrNull(transaction, "gasPrice");
  // Some nodes omit the price of deposits and of legacy transactions.
  const price = isDeposit ? "0" : (paid ?? offered ?? "0");
  // Where a chain charges less, nodes report the sender's maximum as gas price.
  const isFeeMarket = type >= FEE_MARKET && !isDeposit && transaction.maxFeePerGas != null;
  const nonce = decimalOrNull(transaction, "nonce") ?? "0";
  return {
    hash: bytes(transaction, "hash", 32),
    blockHash,
    blockNumber,
    blockTimestamp,
    index,
    type,
    from: bytes(transaction, "from", 20),
    to: bytesOrNull(transaction, "to", 20),
    contractAddress: bytesOrNull(receipt, "contractAddress", 20),
    nonce: (isDeposit && decimalOrNull(receipt, "depositNonce")) || nonce,
    gas: decimal(transaction, "gas"),
    gasPrice: isFeeMarket || isDeposit ? price : (offered ?? price),
    maxFeePerGas: isFeeMarket ? decimal(transaction, "maxFeePerGas") : null,
    maxPriorityFeePerGas: isFeeMarket ? decimalOrNull(transaction, "maxPriorityFeePerGas") : null,
    value: decimal(transaction, "value"),
    input: bytes(transaction, "input"),
    status: receipt.status == null || hasStateRoot(receipt) ? null : count(receipt, "status"),
    gasUsed: decimal(receipt, "gasUsed"),
    cumulativeGasUsed: decimal(receipt, "cumulativeGasUsed"),
    effectiveGasPrice: price,
    ...l1Fields(receipt),
  };
}

/** Prefixes errors with their location. */
function located<Result>(where: string, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    throw new Error(`${where}: ${(error as Error).message}`, { cause: error });
  }
}
