import {
  DEPOSIT,
  FEE_MARKET,
  formatOf,
  NITRO_DEPOSIT,
  NITRO_INTERNAL,
  NITRO_LEGACY,
  NITRO_TYPES,
} from "../chain/block-formats.ts";
import type { ChainName, Verification } from "../chain/profiles.ts";
import type { BlockRecord, TransactionRecord } from "../chain/records.ts";
import {
  hasStateRoot,
  type RpcBlock,
  type RpcBlockWithReceipts,
  type RpcReceipt,
  type RpcTransaction,
} from "../chain/rpc-types.ts";
import { attributesNonceOf, maxFeeOf, priceOf, totalDifficultyOf } from "../verify/derived.ts";
import { type L1Fees, l1FeesIn } from "../verify/l1-fees.ts";
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

function located<Result>(where: string, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    throw new Error(`${where}: ${(error as Error).message}`, { cause: error });
  }
}

/** Replaces fields of a record, which are as reported. */
type Compute = (
  record: TransactionRecord,
  transaction: RpcTransaction,
  receipt: RpcReceipt,
) => TransactionRecord;

/** Computes the fields of the transactions of a block that no hash covers, from what one does. */
function createCompute(block: RpcBlock, chain: ChainName): Compute {
  const format = formatOf(chain, block);
  const l1FeesOf = l1FeesFor(block, chain);
  const hasStatus = format.outcome !== "stateRoot";
  return (record, transaction, receipt) => {
    const price = String(priceOf(block, transaction, format) ?? record.effectiveGasPrice);
    return {
      ...record,
      ...offer(transaction, record.type, price),
      ...l1FeesOf?.(transaction),
      nonce: String(attributesNonceOf(block, transaction, receipt) ?? record.nonce),
      effectiveGasPrice: price,
      status: hasStatus && receipt.status != null ? count(receipt, "status") : null,
    };
  };
}

/** Later types that set no maximum fee. */
const WITHOUT_MAXIMUM: readonly number[] = [NITRO_LEGACY, DEPOSIT, NITRO_DEPOSIT, NITRO_INTERNAL];

type Offer = Pick<TransactionRecord, "gasPrice" | "maxFeePerGas" | "maxPriorityFeePerGas">;

/** Reads the fees that a transaction offers. In what its hash covers, absent is the same as zero. */
function offer(transaction: RpcTransaction, type: number, price: string): Offer {
  if (type < FEE_MARKET || WITHOUT_MAXIMUM.includes(type)) {
    const gasPrice = type === DEPOSIT ? null : decimalOrNull(transaction, "gasPrice");
    return { gasPrice: gasPrice ?? "0", maxFeePerGas: null, maxPriorityFeePerGas: null };
  }
  const tip = decimalOrNull(transaction, "maxPriorityFeePerGas") ?? "0";
  return {
    // Where a chain charges less, nodes report the sender's maximum as gas price.
    gasPrice: price,
    maxFeePerGas: String(BigInt(maxFeeOf(transaction))),
    maxPriorityFeePerGas: NITRO_TYPES.includes(type) ? null : tip,
  };
}

type L1Fields = Pick<TransactionRecord, keyof L1Fees>;

const NO_L1_FEES: L1Fields = { l1Fee: null, l1FeeScalar: null, l1GasPrice: null, l1GasUsed: null };

/** Returns the fees for the parent chain of a transaction; undefined: as reported. */
function l1FeesFor(
  block: RpcBlock,
  chain: ChainName,
): ((transaction: RpcTransaction) => L1Fields) | undefined {
  if (chain !== "base") {
    return () => NO_L1_FEES;
  }
  const computed = l1FeesIn(block);
  return computed && ((transaction) => l1Fields(computed(transaction)));
}

function l1Fields(fees: L1Fees): L1Fields {
  return {
    l1Fee: decimalOrNull(fees, "l1Fee"),
    // Absent since the Ecotone fork.
    l1FeeScalar: fractionOrNull(fees, "l1FeeScalar"),
    l1GasPrice: decimalOrNull(fees, "l1GasPrice"),
    l1GasUsed: decimalOrNull(fees, "l1GasUsed"),
  };
}
