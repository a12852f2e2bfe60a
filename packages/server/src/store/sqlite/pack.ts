import type { TransactionRecord } from "../../handlers/reader.ts";
import { toHex } from "./bytes.ts";
import { PER_BLOCK } from "./ids.ts";

/** What a row of transactions holds, joined with that of its block. */
export interface TransactionRow {
  readonly id: number;
  readonly hash: Uint8Array;
  readonly input: Uint8Array;
  readonly body: string;
  readonly blockHash: Uint8Array;
  readonly time: number;
}

/** Fields in the order in which a row has them. New ones go to the end, and are absent in old rows. */
const FIELDS = [
  ...(["type", "from", "to", "contractAddress", "nonce", "gas", "gasPrice"] as const),
  ...(["maxFeePerGas", "maxPriorityFeePerGas", "value", "status", "gasUsed"] as const),
  ...(["cumulativeGasUsed", "effectiveGasPrice", "l1Fee", "l1FeeScalar"] as const),
  ...(["l1GasPrice", "l1GasUsed"] as const),
] satisfies readonly (keyof TransactionRecord)[];

type Packed = Pick<TransactionRecord, (typeof FIELDS)[number]>;

/** The fields of a transaction that neither its block nor another column has, without their names. */
export function packTransaction(transaction: TransactionRecord): string {
  return JSON.stringify(FIELDS.map((field) => transaction[field]));
}

/** The fields that were packed. */
export function unpackFields(body: string): Packed {
  const values: readonly unknown[] = JSON.parse(body);
  return Object.fromEntries(FIELDS.map((field, at) => [field, values[at] ?? null])) as Packed;
}

/** The transaction of a row. */
export function unpackTransaction(row: TransactionRow): TransactionRecord {
  return {
    ...unpackFields(row.body),
    hash: toHex(row.hash),
    blockHash: toHex(row.blockHash),
    blockNumber: Math.floor(row.id / PER_BLOCK),
    blockTimestamp: row.time,
    index: row.id % PER_BLOCK,
    input: toHex(row.input),
  };
}
