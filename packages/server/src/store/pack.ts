import { toHex } from "../chain/abi.ts";
import type { Hex, TransactionRecord } from "../chain/records.ts";
import { PER_BLOCK } from "./ids.ts";

/** A row of a transaction, joined with its block. */
export interface TransactionRow {
  readonly id: number;
  /** Hexadecimal digits, as in the other columns of bytes. */
  readonly hash: string;
  readonly input: string;
  readonly body: string;
  /** Addresses, if they are in columns of their own and not in the body. */
  readonly addresses?: Addresses;
  readonly blockHash: string;
  readonly time: number;
}

const ADDRESSES = ["from", "to", "contractAddress"] as const;
/** Order of the packed fields. New fields are appended, and are absent in old rows. */
const FIELDS = [
  ...(["type", ...ADDRESSES, "nonce", "gas", "gasPrice"] as const),
  ...(["maxFeePerGas", "maxPriorityFeePerGas", "value", "status", "gasUsed"] as const),
  ...(["cumulativeGasUsed", "effectiveGasPrice", "l1Fee", "l1FeeScalar"] as const),
  ...(["l1GasPrice", "l1GasUsed"] as const),
] satisfies readonly (keyof TransactionRecord)[];

type Packed = Pick<TransactionRecord, (typeof FIELDS)[number]>;

/** Sender, recipient and created contract of a transaction. */
export type Addresses = Pick<TransactionRecord, (typeof ADDRESSES)[number]>;

const IS_ADDRESS: ReadonlySet<keyof Packed> = new Set(ADDRESSES);
const OTHERS = FIELDS.filter((field) => !IS_ADDRESS.has(field));
/** Lengths of an address in hexadecimal, as in old rows, and in base64url. */
const [HEX_LENGTH, BASE64_LENGTH] = [42, 27];

/**
 * Packs the fields of a transaction that are in no other column, without their names.
 * Addresses are in base64url, amounts are numbers where JSON has them exactly, and nulls at the end
 * are omitted, which reduces the text to a third.
 */
export function packTransaction(transaction: Packed): string {
  return packed(
    FIELDS.map((field) =>
      IS_ADDRESS.has(field) ? shortAddress(transaction[field]) : short(transaction[field]),
    ),
  );
}

/** Packs a transaction of which the addresses are in columns of their own. */
export function packWithoutAddresses(transaction: Packed): string {
  return packed(OTHERS.map((field) => short(transaction[field])));
}

function packed(values: readonly (string | number | null)[]): string {
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

function address(value: string | number | null | undefined): Hex | null {
  if (typeof value !== "string") {
    return null;
  }
  return value.length === BASE64_LENGTH ? toHex(Buffer.from(value, "base64url")) : (value as Hex);
}

function amount(value: string | number | null | undefined): string | null {
  return typeof value === "number" ? String(value) : (value ?? null);
}

function count(value: string | number | null | undefined): number | null {
  return (value ?? null) as number | null;
}

/** Unpacks the fields of a transaction. @param addresses Those that are not in the body. */
export function unpackFields(body: string, addresses?: Addresses): Packed {
  const values: (string | number | null | undefined)[] = JSON.parse(body);
  if (addresses) {
    values.splice(1, 0, addresses.from, addresses.to, addresses.contractAddress);
  }
  // A literal in the order of `FIELDS`: filling an object field by field takes three times as long.
  return {
    type: count(values[0]) as number,
    from: address(values[1]) as Hex,
    to: address(values[2]),
    contractAddress: address(values[3]),
    nonce: amount(values[4]) as string,
    gas: amount(values[5]) as string,
    gasPrice: amount(values[6]) as string,
    maxFeePerGas: amount(values[7]),
    maxPriorityFeePerGas: amount(values[8]),
    value: amount(values[9]) as string,
    status: count(values[10]),
    gasUsed: amount(values[11]) as string,
    cumulativeGasUsed: amount(values[12]) as string,
    effectiveGasPrice: amount(values[13]) as string,
    l1Fee: amount(values[14]),
    l1FeeScalar: amount(values[15]),
    l1GasPrice: amount(values[16]),
    l1GasUsed: amount(values[17]),
  };
}

/** Returns the addresses among the packed fields of transactions, without duplicates. */
export function packedAddresses(bodies: readonly string[]): readonly Hex[] {
  // Few of many transactions have addresses of their own, and only those are unpacked.
  const packed = new Set(bodies.flatMap((body) => JSON.parse(body).slice(1, 1 + ADDRESSES.length)));
  return [...new Set([...packed].flatMap((each) => address(each) ?? []))];
}

/** Converts a row into a transaction. */
export function unpackTransaction(row: TransactionRow): TransactionRecord {
  return {
    ...unpackFields(row.body, row.addresses),
    hash: `0x${row.hash}`,
    blockHash: `0x${row.blockHash}`,
    blockNumber: Math.floor(row.id / PER_BLOCK),
    blockTimestamp: row.time,
    index: row.id % PER_BLOCK,
    input: `0x${row.input}`,
  };
}
