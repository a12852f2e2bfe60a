import {
  type BlockFormat,
  DEPOSIT,
  FEE_MARKET,
  FIRST_OF_NITRO,
  NITRO_CONTRACT,
  NITRO_DEPOSIT,
  NITRO_INTERNAL,
  NITRO_RETRY,
  NITRO_TYPES,
  STATE_SYNC,
} from "../chain/block-formats.ts";
import type { Verification } from "../chain/profiles.ts";
import type { Hex } from "../chain/records.ts";
import type { RpcBlock, RpcReceipt, RpcTransaction } from "../chain/rpc-types.ts";
import { data, encode, hash, quantity, type Raw } from "./rlp.ts";

/** Values that follow from the type of a transaction, in hexadecimal digits, by field. */
export type Implied = Readonly<Record<string, string>>;

/** Fields that are bytes; the others are quantities. */
const BYTES = new Set(["from", "to", "input", "contractAddress"]);

/** Finds a field that a node reports with another value; undefined if there is none. */
export function findUnexpected(reported: object, implied: Implied): string | undefined {
  const raw = reported as Raw;
  return Object.keys(implied).find((name) => {
    const digits = BYTES.has(name) ? data(raw[name]) : quantity(raw[name]);
    return digits.toLowerCase() !== implied[name];
  });
}

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
  format: BlockFormat,
): "the contract address" | "the price" | undefined {
  const isBeforeNitro = format.outcome === "zero";
  const contract = receipt.contractAddress?.toLowerCase() ?? null;
  // Some nodes omit the address if the creation failed.
  const isMissing = contract === null && Number(receipt.status) === 0;
  const isUnknown =
    transaction.to == null && (isBeforeNitro || NO_NONCE.includes(Number(transaction.type)));
  if (contract !== contractOf(transaction, receipt) && !isMissing && !isUnknown) {
    return "the contract address";
  }
  // Deposits are free, whatever nodes report.
  if (receipt.effectiveGasPrice == null || Number(transaction.type) === DEPOSIT) {
    return undefined;
  }
  const price = priceOf(block, transaction, format);
  const isPrice = price === undefined || BigInt(receipt.effectiveGasPrice) === price;
  return isPrice ? undefined : "the price";
}

/** Derives the address of a created contract from sender and nonce; null for other transactions. */
export function contractOf(
  { to, from, type, nonce }: RpcTransaction,
  receipt: RpcReceipt,
): Hex | null {
  const senderNonce = Number(type) === DEPOSIT ? (receipt.depositNonce ?? nonce) : nonce;
  return to == null ? `0x${hash(encode([data(from), quantity(senderNonce)])).slice(-40)}` : null;
}

/** Types that create contracts by the nonce of their sender, which they do not have. */
const NO_NONCE: readonly number[] = [NITRO_CONTRACT, NITRO_RETRY];

/** Computes the price of gas that a transaction pays, in wei; undefined if it is not known. */
export function priceOf(
  block: RpcBlock,
  transaction: RpcTransaction,
  { outcome, isNitro = false }: BlockFormat,
): bigint | undefined {
  const { gasPrice, maxPriorityFeePerGas } = transaction;
  const type = Number(transaction.type ?? "0x0");
  const base = BigInt(block.baseFeePerGas ?? "0x0");
  if (outcome === "zero") {
    return undefined;
  }
  if (isNitro && !chargesTips(block)) {
    return base;
  }
  if (FREE_TYPES.includes(type)) {
    return 0n;
  }
  if (type < FEE_MARKET) {
    return BigInt(gasPrice ?? "0x0");
  }
  const max = BigInt(maxFeeOf(transaction));
  const price = base + BigInt(maxPriorityFeePerGas ?? "0x0");
  return price < max ? price : max;
}

/** Returns the maximum fee as the hash of a transaction covers it: absent is the same as zero. */
export function maxFeeOf({ type, maxFeePerGas, gasPrice }: RpcTransaction): Hex {
  const isOfNitro = NITRO_TYPES.includes(Number(type));
  return maxFeePerGas ?? (isOfNitro ? gasPrice : null) ?? "0x0";
}

/** Types that offer no price. */
const FREE_TYPES: readonly number[] = [DEPOSIT, NITRO_DEPOSIT, NITRO_INTERNAL, STATE_SYNC];
/** The version of ArbOS with which all blocks charge tips. */
const WITH_TIPS = 9n;

/** Returns whether a block of Nitro charges tips, which its header states in place of the mix hash. */
function chargesTips({ mixHash }: RpcBlock): boolean {
  const digits = data(mixHash);
  const version = BigInt(`0x${digits.slice(32, 48) || "0"}`);
  const flags = Number(`0x${digits.slice(50, 52) || "0"}`);
  return version === WITH_TIPS || flags % 2 === 1;
}

/** The account that sets the values of the parent chain on the OP stack, once per block. */
const DEPOSITOR = "0xdeaddeaddeaddeaddeaddeaddeaddeaddead0001";

/**
 * Computes the nonce of the deposit that begins each block of the OP stack before the Canyon fork.
 *
 * @returns Undefined for other transactions, and since Canyon, where `receiptsRoot` covers the nonce.
 */
export function attributesNonceOf(
  { number }: RpcBlock,
  { from, type, isSystemTx }: RpcTransaction,
  { depositReceiptVersion }: RpcReceipt,
): bigint | undefined {
  // Before Regolith, it had no nonce.
  const hasNonce = Number(type) === DEPOSIT && from.toLowerCase() === DEPOSITOR && !isSystemTx;
  return hasNonce && depositReceiptVersion == null ? BigInt(number) - 1n : undefined;
}

/** The first block after the merge, and the sum of difficulties since then. */
const MERGE = { number: 15_537_394, totalDifficulty: 58_750_003_716_598_352_816_469n };

/** Computes the sum of difficulties up to a block; undefined where it depends on the blocks before. */
export function totalDifficultyOf(
  { number, difficulty }: RpcBlock,
  chain: Verification,
): bigint | undefined {
  const height = BigInt(number);
  const isMerged = Number(difficulty ?? "0x0") === 0 && height >= MERGE.number;
  switch (chain) {
    case "ethereum":
      return isMerged ? MERGE.totalDifficulty : undefined;
    case "base":
      return 0n;
    case "avalanche":
      return height;
    case "apechain":
      return height + 1n;
    case "arbitrum":
      return height < FIRST_OF_NITRO ? 0n : height - BigInt(FIRST_OF_NITRO) + 1n;
    default:
      return undefined;
  }
}
