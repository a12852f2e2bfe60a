import type { components } from "@chainkit/chain-data";
import type { BlockRecord } from "../chain/records.ts";
import { isoTime } from "./amounts.ts";

/** Converts a block into its /v2 form. */
export function chainDataBlock(record: BlockRecord): components["schemas"]["Block"] {
  return {
    base_fee_per_gas: record.baseFeePerGas,
    difficulty: record.difficulty,
    extra_data: record.extraData,
    gas_limit: record.gasLimit,
    gas_used: record.gasUsed,
    hash: record.hash,
    logs_bloom: record.logsBloom,
    miner: record.miner,
    nonce: record.nonce,
    number: record.number,
    parent_hash: record.parentHash,
    receipt_root: record.receiptsRoot,
    sha3_uncles: record.sha3Uncles,
    size: record.size,
    state_root: record.stateRoot,
    timestamp: isoTime(record.timestamp),
    total_difficulty: record.totalDifficulty,
    transaction_count: record.transactionCount,
    transactions_root: record.transactionsRoot,
    withdrawals_root: record.withdrawalsRoot,
  };
}
