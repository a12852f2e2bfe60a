import type { TransactionRecord } from "../chain/records.ts";
import { PER_BLOCK } from "./ids.ts";

/** What a row of transactions holds, joined with that of its block. */
export interface TransactionRow {
  readonly id: number;
  /** In hexadecimal digits; so are the others. */
  readonly hash: string;
  readonly input: string;
  readonly body: string;
  readonly blockHash: string;
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

/** Those that are numbers in a record as well. */
const NUMBERS: ReadonlySet<keyof Packed> = new Set(["type", "status"]);

const ADDRESSES: ReadonlySet<keyof Packed> = new Set(["from", "to", "contractAddress"]);
/** Length of an address in hexadecimal, as in rows of before, and in base64url. */
const [HEX_LENGTH, BASE64_LENGTH] = [42, 27];

/**
 * The fields of a transaction that neither its block nor another column has, without their names.
 * Addresses are in base64url, amounts are numbers where JSON has them exactly, and nulls at the end
 * are left out: that is a third of the text.
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

/** The fields that were packed. */
export function unpackFields(body: string): Packed {
  return unpackInto({}, body);
}

/** An object made of entries, and copied then, would take four times as long: pages have many. */
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

/** The transaction of a row. */
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
