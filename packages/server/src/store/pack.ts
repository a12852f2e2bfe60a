import type { Hex, TransactionRecord } from "../chain/records.ts";
import { PER_BLOCK } from "./ids.ts";

/** A row of a transaction, joined with its block. */
export interface TransactionRow {
  readonly id: number;
  /**
   * Hash of the block, hash, sender and input, in lower-case digits: as one column, because each takes time (bench: 100
   * transactions).
   */
  readonly digits: string;
  readonly recipient: Hex | null;
  readonly created: Hex | null;
  readonly body: string;
  readonly time: number;
}

/** Where the hash of the block, the hash and the sender end in the digits. */
const [BLOCK_HASH, HASH, SENDER] = [64, 128, 168];

/** Order of the packed fields. New fields are appended, and are absent in rows written before. */
const FIELDS = [
  ...(["type", "nonce", "gas", "gasPrice"] as const),
  ...(["maxFeePerGas", "maxPriorityFeePerGas", "value", "status", "gasUsed"] as const),
  ...(["cumulativeGasUsed", "effectiveGasPrice", "l1Fee", "l1FeeScalar"] as const),
  ...(["l1GasPrice", "l1GasUsed"] as const),
] satisfies readonly (keyof TransactionRecord)[];

type Packed = Pick<TransactionRecord, (typeof FIELDS)[number]>;

/**
 * Packs the fields of a transaction that are in no other column, without their names.
 * Amounts are numbers where JSON has them exactly, and nulls at the end are omitted, which reduces the text
 * to a third.
 */
export function packTransaction(transaction: Packed): string {
  const values = FIELDS.map((field) => short(transaction[field]));
  const last = values.findLastIndex((value) => value !== null);
  return JSON.stringify(values.slice(0, last + 1));
}

function short(value: string | number | null): string | number | null {
  const number = Number(value);
  return Number.isSafeInteger(number) && String(number) === value ? number : value;
}

function amount(value: string | number | null | undefined): string | null {
  return typeof value === "number" ? String(value) : (value ?? null);
}

function count(value: string | number | null | undefined): number | null {
  return (value ?? null) as number | null;
}

/** Converts a row into a transaction. */
export function unpackTransaction(row: TransactionRow): TransactionRecord {
  const { digits } = row;
  const values: (string | number | null | undefined)[] = JSON.parse(row.body);
  // A literal with the packed fields in the order of `FIELDS`: filling an object takes three times as long.
  return {
    type: count(values[0]) as number,
    nonce: amount(values[1]) as string,
    gas: amount(values[2]) as string,
    gasPrice: amount(values[3]) as string,
    maxFeePerGas: amount(values[4]),
    maxPriorityFeePerGas: amount(values[5]),
    value: amount(values[6]) as string,
    status: count(values[7]),
    gasUsed: amount(values[8]) as string,
    cumulativeGasUsed: amount(values[9]) as string,
    effectiveGasPrice: amount(values[10]) as string,
    l1Fee: amount(values[11]),
    l1FeeScalar: amount(values[12]),
    l1GasPrice: amount(values[13]),
    l1GasUsed: amount(values[14]),
    from: `0x${digits.slice(HASH, SENDER)}`,
    to: row.recipient,
    contractAddress: row.created,
    hash: `0x${digits.slice(BLOCK_HASH, HASH)}`,
    blockHash: `0x${digits.slice(0, BLOCK_HASH)}`,
    blockNumber: Math.floor(row.id / PER_BLOCK),
    blockTimestamp: row.time,
    index: row.id % PER_BLOCK,
    input: `0x${digits.slice(SENDER)}`,
  };
}
