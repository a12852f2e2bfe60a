import type { BlockRecord, Decimal, Hex, TransactionRecord } from "../handlers/reader.ts";
import type { RpcBlock, RpcBlockWithReceipts, RpcReceipt, RpcTransaction } from "./rpc-types.ts";

const NO_NONCE = "0x0000000000000000";

/** The header of a block as it is kept. */
export function blockRecord(block: RpcBlock): BlockRecord {
  return {
    number: Number(block.number),
    hash: block.hash,
    parentHash: block.parentHash,
    timestamp: Number(block.timestamp),
    miner: lower(block.miner),
    baseFeePerGas: decimalOrNull(block.baseFeePerGas),
    difficulty: decimal(block.difficulty ?? "0x0"),
    totalDifficulty: decimalOrNull(block.totalDifficulty),
    extraData: block.extraData,
    gasLimit: decimal(block.gasLimit),
    gasUsed: decimal(block.gasUsed),
    logsBloom: block.logsBloom,
    nonce: block.nonce ?? NO_NONCE,
    receiptsRoot: block.receiptsRoot,
    sha3Uncles: block.sha3Uncles,
    size: Number(block.size),
    stateRoot: block.stateRoot,
    transactionsRoot: block.transactionsRoot,
    withdrawalsRoot: block.withdrawalsRoot ?? null,
    transactionCount: block.transactions.length,
  };
}

/**
 * The transactions of a block as they are kept.
 *
 * @throws Error if the receipts are not those of the block.
 */
export function transactionRecords(source: RpcBlockWithReceipts): TransactionRecord[] {
  const { block, receipts } = source;
  if (receipts.length !== block.transactions.length) {
    throw new Error(
      `block ${Number(block.number)} has ${block.transactions.length} transactions, ` +
        `but ${receipts.length} receipts`,
    );
  }
  return block.transactions.map((transaction, at) => {
    const receipt = receipts[at];
    if (receipt?.transactionHash !== transaction.hash || receipt.blockHash !== block.hash) {
      throw new Error(`block ${Number(block.number)}: receipt ${at} is of something else`);
    }
    return transactionRecord(block, transaction, receipt);
  });
}

function transactionRecord(
  block: RpcBlock,
  transaction: RpcTransaction,
  receipt: RpcReceipt,
): TransactionRecord {
  const price = receipt.effectiveGasPrice ?? transaction.gasPrice ?? "0x0";
  return {
    hash: transaction.hash,
    blockHash: block.hash,
    blockNumber: Number(block.number),
    blockTimestamp: Number(block.timestamp),
    index: Number(transaction.transactionIndex),
    type: Number(transaction.type ?? "0x0"),
    from: lower(transaction.from),
    to: transaction.to ? lower(transaction.to) : null,
    contractAddress: receipt.contractAddress ? lower(receipt.contractAddress) : null,
    nonce: decimal(transaction.nonce),
    gas: decimal(transaction.gas),
    gasPrice: decimal(transaction.gasPrice ?? price),
    maxFeePerGas: decimalOrNull(transaction.maxFeePerGas),
    maxPriorityFeePerGas: decimalOrNull(transaction.maxPriorityFeePerGas),
    value: decimal(transaction.value),
    input: transaction.input,
    // Before the Byzantium fork receipts had a state root in place of the status.
    status: receipt.status == null ? null : Number(receipt.status),
    gasUsed: decimal(receipt.gasUsed),
    cumulativeGasUsed: decimal(receipt.cumulativeGasUsed),
    effectiveGasPrice: decimal(price),
    l1Fee: decimalOrNull(receipt.l1Fee),
    // A decimal fraction already, unlike its neighbours; gone since the Ecotone fork.
    l1FeeScalar: receipt.l1FeeScalar ?? null,
    l1GasPrice: decimalOrNull(receipt.l1GasPrice),
    l1GasUsed: decimalOrNull(receipt.l1GasUsed),
  };
}

function decimal(hex: Hex): Decimal {
  return String(BigInt(hex));
}

function decimalOrNull(hex: Hex | null | undefined): Decimal | null {
  return hex == null ? null : decimal(hex);
}

function lower(hex: Hex): Hex {
  return hex.toLowerCase() as Hex;
}
