import {
  type Hex,
  type TransactionPosition,
  type TransactionRecord,
  ZERO_ADDRESS,
} from "../chain/records.ts";

/** Bounds of addresses: none sorts before the first or after the second, which is longer. */
export const [BEFORE_ALL, AFTER_ALL]: readonly [Hex, Hex] = ["0x", `0x${"ff".repeat(21)}`];

/** Upper bound of transactions per block. */
export const PER_BLOCK = 2 ** 20;

/** A number beyond any block whose transaction ids are still safe integers. */
export const LAST_BLOCK = 2 ** 32;

/** First block of a pair that no stored block touches any more. */
export const LOST = Number.MAX_SAFE_INTEGER;

/** Encodes the position of a transaction in its chain as one number. */
export function transactionId({ blockNumber, index }: TransactionPosition): number {
  return blockNumber * PER_BLOCK + index;
}

/** Stands for every wallet where it is noted of which ones the logs were read: its own tokens are burnt. */
export const EVERY_WALLET = ZERO_ADDRESS;

/** First block of a pair that was added explicitly; a rollback does not remove it. */
export const ADDED = 0;

/** Block of pairs whose balance is another number than that of the NFTs that are known. */
export const UNMATCHED = -1;

/** Block of a transfer of a contract of which others are left out. */
export const SAMPLE = -1;

/** Stands, where transfers cannot be read, for whoever has NFTs of the contract: no address is as short. */
export const EVERY_HOLDER: Hex = "0x01";

/** Lowest block whose logs have been read for a wallet of which none are known: it is above every stored one. */
export const NOWHERE = Number.MAX_SAFE_INTEGER;

/** A row of a transaction, joined with its block. */
interface TransactionRow {
  readonly id: number;
  /**
   * Hash of the block, hash, sender and input, in lower-case digits: as one column, because each takes time (bench: 100
   * transactions).
   */
  readonly digits: string;
  readonly recipient: Hex | null;
  readonly created: Hex | null;
  readonly numbers: string;
  readonly time: number;
}

/** Where the hash of the block, the hash and the sender end in the digits. */
const [BLOCK_HASH, HASH, SENDER] = [64, 128, 168];

/** Order of the packed numbers. New ones are appended, and are absent in rows written before. */
const FIELDS = [
  ...(["type", "nonce", "gas", "gasPrice"] as const),
  ...(["maxFeePerGas", "maxPriorityFeePerGas", "value", "status", "gasUsed"] as const),
  ...(["cumulativeGasUsed", "effectiveGasPrice", "l1Fee", "l1FeeScalar"] as const),
  ...(["l1GasPrice", "l1GasUsed"] as const),
] satisfies readonly (keyof TransactionRecord)[];

/** Fields of all chains; the others are absent on most of them. */
const ALWAYS = FIELDS.indexOf("l1Fee");

type Packed = Pick<TransactionRecord, (typeof FIELDS)[number]>;

/**
 * Packs the numbers of a transaction without their names, separated by commas, with nothing for null: a third of their
 * JSON, and faster to read than numbers in JSON (bench: 100 transactions).
 */
export function packTransaction(transaction: Packed): string {
  return FIELDS.map((field) => transaction[field] ?? "")
    .join()
    .replace(/,+$/, "");
}

/** Converts a row into a transaction. @throws Error if its numbers cannot be read. */
export function unpackTransaction(row: TransactionRow): TransactionRecord {
  const { digits } = row;
  const values = row.numbers.split(",");
  if (values.length < ALWAYS) {
    throw new Error(`transaction ${row.id} has ${values.length} numbers instead of ${ALWAYS}`);
  }
  const amount = (at: number) => values[at] as string;
  // A literal with the packed fields in the order of `FIELDS`: filling an object takes three times as long.
  return {
    type: Number(values[0]),
    nonce: amount(1),
    gas: amount(2),
    gasPrice: amount(3),
    maxFeePerGas: values[4] || null,
    maxPriorityFeePerGas: values[5] || null,
    value: amount(6),
    status: values[7] ? Number(values[7]) : null,
    gasUsed: amount(8),
    cumulativeGasUsed: amount(9),
    effectiveGasPrice: amount(10),
    l1Fee: values[11] || null,
    l1FeeScalar: values[12] || null,
    l1GasPrice: values[13] || null,
    l1GasUsed: values[14] || null,
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
