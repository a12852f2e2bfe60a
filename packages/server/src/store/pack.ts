import type { Hex, TransactionRecord } from "../chain/records.ts";
import { PER_BLOCK } from "./ids.ts";

/** A row of a transaction, joined with its block. */
export interface TransactionRow {
  readonly id: number;
  /** Hexadecimal digits, as in the other columns of bytes. */
  readonly hash: string;
  readonly input: string;
  readonly body: string;
  readonly blockHash: string;
  readonly time: number;
}

/** Order of the packed fields. New fields are appended, and are absent in old rows. */
const FIELDS = [
  ...(["type", "from", "to", "contractAddress", "nonce", "gas", "gasPrice"] as const),
  ...(["maxFeePerGas", "maxPriorityFeePerGas", "value", "status", "gasUsed"] as const),
  ...(["cumulativeGasUsed", "effectiveGasPrice", "l1Fee", "l1FeeScalar"] as const),
  ...(["l1GasPrice", "l1GasUsed"] as const),
] satisfies readonly (keyof TransactionRecord)[];

type Packed = Pick<TransactionRecord, (typeof FIELDS)[number]>;

/** Fields that are numbers in records. */
const NUMBERS: ReadonlySet<keyof Packed> = new Set(["type", "status"]);

const ADDRESSES: ReadonlySet<keyof Packed> = new Set(["from", "to", "contractAddress"]);
/** Lengths of an address in hexadecimal, as in old rows, and in base64url. */
const [HEX_LENGTH, BASE64_LENGTH] = [42, 27];

/**
 * Packs the fields of a transaction that are in no other column, without their names.
 * Addresses are in base64url, amounts are numbers where JSON has them exactly, and nulls at the end
 * are omitted, which reduces the text to a third.
 */
export function packTransaction(transaction: TransactionRecord): string {
  const values = FIELDS.map((field) =>
    ADDRESSES.has(field) ? shortAddress(transaction[field]) : short(transaction[field]),
  );
  const last = values.findLastIndex((value) => value !== null);
  return JSON.stringify(values.slice(0, last + 1));
}

function short(value: string | number | null): string | number | null {
  const number = Number(value);
  return Number.isSafeInteger(number) && String(number) === value ? number : value;
}

function shortAddress(value: string | number | null): string | number | null {
  return typeof value === "string" && value.length === HEX_LENGTH
    ? Buffer.from(value.slice(2), "hex").toString("base64url")
    : value;
}

function longAddress(value: string | number | null): string | number | null {
  return typeof value === "string" && value.length === BASE64_LENGTH
    ? `0x${Buffer.from(value, "base64url").toString("hex")}`
    : value;
}

/** Unpacks the fields of a transaction. */
export function unpackFields(body: string): Packed {
  return unpackInto({}, body);
}

/** Returns the addresses among the packed fields of a transaction, without duplicates. */
export function packedAddresses(body: string): readonly Hex[] {
  const fields = unpackFields(body);
  return [...new Set([...ADDRESSES].flatMap((name) => (fields[name] as Hex | null) ?? []))];
}

/** Written out for speed: building the object from entries takes four times as long. */
function unpackInto<Target extends object>(target: Target, body: string): Target & Packed {
  const values: readonly (string | number | null)[] = JSON.parse(body);
  const fields = target as Record<string, string | number | null>;
  for (const [at, field] of FIELDS.entries()) {
    const value = values[at] ?? null;
    const isAmount = typeof value === "number" && !NUMBERS.has(field);
    fields[field] = isAmount ? String(value) : ADDRESSES.has(field) ? longAddress(value) : value;
  }
  return target as Target & Packed;
}

/** Converts a row into a transaction. */
export function unpackTransaction(row: TransactionRow): TransactionRecord {
  const own: Omit<TransactionRecord, keyof Packed> = {
    hash: `0x${row.hash}`,
    blockHash: `0x${row.blockHash}`,
    blockNumber: Math.floor(row.id / PER_BLOCK),
    blockTimestamp: row.time,
    index: row.id % PER_BLOCK,
    input: `0x${row.input}`,
  };
  return unpackInto(own, row.body);
}
