import { type BlockName, type Hex, type NftTransfer, ZERO_ADDRESS } from "../chain/records.ts";
import type { BlockChange } from "./chain-writer.ts";
import { transactionId } from "./ids.ts";
import { packTransaction } from "./pack.ts";

/** How an engine stores bytes and integers of up to 256 bits. */
export interface Codec<Bytes> {
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
  /** Last owner of each NFT that was minted; if it was burnt before, its URI may have changed. */
  readonly minted: Rows<Bytes>;
}

/**
 * Asserts that blocks are consecutive: lists say that they cover everything between the first and the latest block.
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
  { bytes, word }: Codec<Bytes>,
): BlockRows<Bytes> {
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
      const key = keyOf(transfer);
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
  };
}

function keyOf({ collection, tokenId }: NftTransfer): string {
  return `${collection} ${tokenId}`;
}
