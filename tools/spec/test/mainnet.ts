import type { JsonObject } from "./contract.ts";

type RawObject = Record<string, string | null | undefined>;

/** Results of `eth_getBlockByNumber` and `eth_getBlockReceipts`. */
export interface RawBlock {
  block: RawObject & { number: string; timestamp: string; transactions: RawObject[] };
  receipts: (RawObject & { logs: RawLog[] })[];
}

interface RawLog {
  address: string;
  topics: string[];
  data: string;
}

/** An ERC-20 or ERC-721 transfer. */
export interface Transfer {
  contract: string;
  from: string;
  to: string;
  /** Amount of an ERC-20 transfer, or token id of an ERC-721 transfer. */
  amountOrId: string;
  block: number;
  timestamp: string;
}

const TRANSFER = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";

/** Converts a transaction of a node, with the fields of all areas. */
export function transactionOf({ block, receipts }: RawBlock, index: number): JsonObject {
  const transaction = block.transactions[index] ?? {};
  const receipt: RawObject = receipts[index] ?? {};
  return {
    block_hash: block.hash ?? null,
    block_number: integer(block.number),
    block_timestamp: timestamp(block.timestamp),
    contract_address: receipt.contractAddress ?? null,
    cumulative_gas_used: decimal(receipt.cumulativeGasUsed),
    effective_gas_price: decimal(receipt.effectiveGasPrice),
    from_address: transaction.from ?? null,
    gas: decimal(transaction.gas),
    gas_price: decimal(transaction.gasPrice),
    gas_used: decimal(receipt.gasUsed),
    input: transaction.input ?? null,
    l1_fee: null,
    l1_fee_scalar: null,
    l1_gas_price: null,
    l1_gas_used: null,
    max_fee_per_gas: decimal(transaction.maxFeePerGas),
    max_priority_fee_per_gas: decimal(transaction.maxPriorityFeePerGas),
    nonce: decimal(transaction.nonce),
    status: integer(receipt.status),
    to_address: transaction.to ?? null,
    transaction_hash: transaction.hash ?? null,
    transaction_index: integer(transaction.transactionIndex),
    transaction_type: integer(transaction.type),
    value: Number(`${decimal(transaction.value)}e-18`),
    value_raw: decimal(transaction.value),
  };
}

/** Converts a block of a node. */
export function blockOf({ block }: RawBlock): JsonObject {
  return {
    base_fee_per_gas: decimal(block.baseFeePerGas),
    difficulty: decimal(block.difficulty),
    extra_data: block.extraData ?? null,
    gas_limit: decimal(block.gasLimit),
    gas_used: decimal(block.gasUsed),
    hash: block.hash ?? null,
    logs_bloom: block.logsBloom ?? null,
    miner: block.miner ?? null,
    nonce: block.nonce ?? null,
    number: integer(block.number),
    parent_hash: block.parentHash ?? null,
    receipt_root: block.receiptsRoot ?? null,
    sha3_uncles: block.sha3Uncles ?? null,
    size: integer(block.size),
    state_root: block.stateRoot ?? null,
    timestamp: timestamp(block.timestamp),
    total_difficulty: decimal(block.totalDifficulty),
    transaction_count: block.transactions.length,
    transactions_root: block.transactionsRoot ?? null,
    withdrawals_root: block.withdrawalsRoot ?? null,
  };
}

/** Returns the transfers of a block in the order of its logs. */
export function transfersIn({ block, receipts }: RawBlock): Transfer[] {
  return receipts
    .flatMap(({ logs }) => logs)
    .filter(({ topics }) => topics[0] === TRANSFER && topics.length >= 3)
    .map(({ address, topics: [, from = "", to = "", id], data }) => ({
      contract: address,
      from: `0x${from.slice(-40)}`,
      to: `0x${to.slice(-40)}`,
      amountOrId: String(BigInt(id ?? (data === "0x" ? "0x0" : data))),
      block: Number(block.number),
      timestamp: timestamp(block.timestamp),
    }));
}

function integer(hex: string | null | undefined): number | null {
  return typeof hex === "string" ? Number(hex) : null;
}

function decimal(hex: string | null | undefined): string | null {
  return typeof hex === "string" ? String(BigInt(hex)) : null;
}

function timestamp(hex: string): string {
  return new Date(Number(hex) * 1000).toISOString().replace(".000Z", "Z");
}
