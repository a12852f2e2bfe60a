import type { components as AddressData } from "@chainkit/address-data";
import type { components as ChainData } from "@chainkit/chain-data";
import type { TransactionRecord } from "../chain/records.ts";
import { isoTime, nativeTokens } from "./amounts.ts";

/** Converts a transaction into its /v2 form. */
export function chainDataTransaction(
  record: TransactionRecord,
): ChainData["schemas"]["Transaction"] {
  return {
    ...common(record),
    contract_address: record.contractAddress,
    cumulative_gas_used: record.cumulativeGasUsed,
    effective_gas_price: record.effectiveGasPrice,
    gas_used: record.gasUsed,
    l1_fee: record.l1Fee,
    l1_fee_scalar: record.l1FeeScalar,
    l1_gas_price: record.l1GasPrice,
    l1_gas_used: record.l1GasUsed,
    status: record.status,
    value: nativeTokens(BigInt(record.value)),
    value_raw: record.value,
  };
}

/** Converts a transaction into its form in listings. */
export function addressDataTransaction(
  record: TransactionRecord,
  decoded: string | null,
): AddressData["schemas"]["Transaction"] {
  return { ...common(record), decoded, value: record.value };
}

function common(record: TransactionRecord) {
  return {
    block_hash: record.blockHash,
    block_number: record.blockNumber,
    block_timestamp: isoTime(record.blockTimestamp),
    from_address: record.from,
    gas: record.gas,
    gas_price: record.gasPrice,
    input: record.input,
    max_fee_per_gas: record.maxFeePerGas,
    max_priority_fee_per_gas: record.maxPriorityFeePerGas,
    nonce: record.nonce,
    to_address: record.to,
    transaction_hash: record.hash,
    transaction_index: record.index,
    transaction_type: record.type,
  };
}
