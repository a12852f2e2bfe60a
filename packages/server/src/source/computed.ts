import { formatOf } from "../chain/block-formats.ts";
import type { ChainName } from "../chain/profiles.ts";
import type { TransactionRecord } from "../chain/records.ts";
import type { RpcBlock, RpcReceipt, RpcTransaction } from "../chain/rpc-types.ts";
import {
  DEPOSIT,
  FEE_MARKET,
  NITRO_DEPOSIT,
  NITRO_INTERNAL,
  NITRO_LEGACY,
  NITRO_TYPES,
} from "../chain/transaction-types.ts";
import { attributesNonceOf, maxFeeOf, priceOf } from "../verify/derived.ts";
import { type L1Fees, l1FeesIn } from "../verify/l1-fees.ts";
import { count, decimalOrNull, fractionOrNull } from "./fields.ts";

/** Replaces fields of a record, which are as reported. */
export type Compute = (
  record: TransactionRecord,
  transaction: RpcTransaction,
  receipt: RpcReceipt,
) => TransactionRecord;

/** Computes the fields of the transactions of a block that no hash covers, from what one does. */
export function createCompute(block: RpcBlock, chain: ChainName): Compute {
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

/** Reads the fields on the fee for the parent chain. */
export function l1Fields(fees: L1Fees): L1Fields {
  return {
    l1Fee: decimalOrNull(fees, "l1Fee"),
    // Absent since the Ecotone fork.
    l1FeeScalar: fractionOrNull(fees, "l1FeeScalar"),
    l1GasPrice: decimalOrNull(fees, "l1GasPrice"),
    l1GasUsed: decimalOrNull(fees, "l1GasUsed"),
  };
}
