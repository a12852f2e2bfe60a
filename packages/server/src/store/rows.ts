import {
  type BlockName,
  type Hex,
  type TransactionPosition,
  type TransactionRecord,
  ZERO_ADDRESS,
} from "../chain/records.ts";
import type { BlockChange } from "./chain-writer.ts";

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

/** How an engine stores bytes and integers of up to 256 bits. */
interface Codec<Bytes> {
  bytes(hex: Hex): Bytes;
  word(value: bigint): Bytes;
}

/** Value of a column. */
type Cell<Bytes> = string | number | null | Bytes;

/** Rows of a table, in the order of its columns. */
export type Rows<Bytes> = readonly (readonly Cell<Bytes>[])[];

/** Rows that blocks add, by table; keys are unique per table. */
export interface BlockRows<Bytes> {
  readonly block: Rows<Bytes>;
  readonly tx: Rows<Bytes>;
  readonly touched: Rows<Bytes>;
  readonly nft_transfer: Rows<Bytes>;
  /** Touched pairs, with the first block that touched them. */
  readonly pairs: Rows<Bytes>;
  /** Last owner of each NFT that was not minted. */
  readonly moved: Rows<Bytes>;
  /** Transfers of NFTs, if their contracts have any. */
  readonly possible_nft: Iterable<readonly Cell<Bytes>[]>;
  /** Last owner of each NFT that was minted; if it was burnt before, its URI may have changed. */
  readonly minted: Rows<Bytes>;
}

/**
 * Asserts that blocks are consecutive: lists say that they cover everything between the oldest block and the tip.
 *
 * @param below Block that they follow, if any.
 * @param above Block that follows them, if any.
 * @throws Error naming the first block that is missing.
 */
export function assertConsecutive(
  changes: readonly BlockChange[],
  below: BlockName | undefined,
  above?: BlockName,
): void {
  let last = below?.number;
  for (const { number } of [...changes.map(({ block }) => block), ...(above ? [above] : [])]) {
    if (last !== undefined && number !== last + 1) {
      throw new Error(`block ${number} does not follow block ${last}: lists would have a gap`);
    }
    last = number;
  }
}

/** Makes the rows of blocks, which are in ascending order. */
export function blockRows<Bytes>(
  changes: readonly BlockChange[],
  codec: Codec<Bytes>,
): BlockRows<Bytes> {
  const { bytes, word } = codec;
  const touched: Cell<Bytes>[][] = [];
  const pairs = new Map<string, readonly Cell<Bytes>[]>();
  const transfers: Cell<Bytes>[][] = [];
  const owners = new Map<string, readonly Cell<Bytes>[]>();
  const mints = new Set<string>();
  for (const { block, touched: touchedPairs, nftTransfers } of changes) {
    for (const pair of touchedPairs) {
      const [owner, token] = [bytes(pair.owner), bytes(pair.token)];
      touched.push([block.number, owner, token]);
      const key = pair.owner + pair.token;
      if (!pairs.has(key)) {
        pairs.set(key, [owner, token, block.number]);
      }
    }
    for (const transfer of nftTransfers) {
      const { logIndex, from, to } = transfer;
      const [collection, tokenId] = [bytes(transfer.collection), word(transfer.tokenId)];
      const owner = bytes(to);
      const at = [block.number, block.timestamp, logIndex];
      transfers.push([...at, collection, tokenId, bytes(from), owner]);
      const key = `${transfer.collection} ${transfer.tokenId}`;
      owners.set(key, [collection, tokenId, owner]);
      if (from === ZERO_ADDRESS) {
        mints.add(key);
      }
    }
  }
  const ownersOf = (isMinted: boolean) =>
    [...owners].flatMap(([key, row]) => (mints.has(key) === isMinted ? [row] : []));
  return {
    block: changes.map(({ block }) => [
      block.number,
      bytes(block.hash),
      block.timestamp,
      JSON.stringify(block),
    ]),
    tx: changes.flatMap(({ transactions }) =>
      transactions.map(({ record }) => [
        transactionId(record),
        bytes(record.hash),
        bytes(record.from),
        record.to && bytes(record.to),
        record.contractAddress && bytes(record.contractAddress),
        bytes(record.input),
        packTransaction(record),
      ]),
    ),
    touched,
    nft_transfer: transfers,
    pairs: [...pairs.values()],
    moved: ownersOf(false),
    minted: ownersOf(true),
    possible_nft: possibleRows(changes, codec),
  };
}

/**
 * Makes the rows of transfers of possible NFTs by contract, as their table is ordered. Each is made when it is written:
 * there may be many.
 */
function* possibleRows<Bytes>(changes: readonly BlockChange[], { bytes, word }: Codec<Bytes>) {
  for (const { block, possibleNfts } of changes) {
    for (const [contract, transfers] of Map.groupBy(possibleNfts, (each) => each.collection)) {
      const collection = bytes(contract);
      for (const { tokenId, from, to, logIndex, isSample } of transfers) {
        const place = isSample ? [SAMPLE, 0] : [block.number, logIndex];
        yield [collection, ...place, block.timestamp, word(tokenId), bytes(from), bytes(to)];
      }
    }
  }
}

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
