import { type NftTransfer, ZERO_ADDRESS } from "../../chain/records.ts";
import type { BlockChange } from "../chain-writer.ts";
import { transactionId } from "../ids.ts";
import { packWithoutAddresses } from "../pack.ts";
import { bytes, integer } from "./values.ts";

/** New rows by column: each column has a value for every row. */
export type Columns = readonly (readonly (string | number | null)[])[];

/** Rows that blocks add, by table. */
export interface AddedRows {
  readonly block: Columns;
  readonly tx: Columns;
  readonly touched: Columns;
  readonly nft_transfer: Columns;
  /** Touched pairs without duplicates, with the first block that touched them. */
  readonly dirty: Columns;
  /** Last owner of each NFT that was not minted. */
  readonly moved: Columns;
  /** Last owner of each NFT that was minted; if it was burnt before, its URI may have changed. */
  readonly minted: Columns;
}

/** Builds the rows of blocks. Keys are unique per table, because a statement may touch a row only once. */
export function addedRows(changes: readonly BlockChange[]): AddedRows {
  const blocks = changes.map(({ block }) => block);
  const transactions = changes.flatMap((change) => change.transactions);
  const touched = changes.flatMap(({ block, touched: pairs }) =>
    pairs.map(({ owner, token }) => [block.number, bytes(owner), bytes(token)] as const),
  );
  const dirty = [...new Map(touched.toReversed().map((row) => [row[1] + row[2], row])).values()];
  const transfers = changes.flatMap(({ block, nftTransfers }) =>
    nftTransfers.map((transfer) => ({ ...transfer, block })),
  );
  const last = [...new Map(transfers.map((each) => [keyOf(each), each])).values()];
  const mints = new Set(transfers.filter(({ from }) => from === ZERO_ADDRESS).map(keyOf));
  return {
    block: columns(blocks, [
      ({ number }) => number,
      ({ hash }) => bytes(hash),
      ({ timestamp }) => timestamp,
      (block) => JSON.stringify(block),
    ]),
    tx: columns(transactions, [
      ({ record }) => transactionId(record),
      ({ record }) => bytes(record.hash),
      ({ record }) => bytes(record.from),
      ({ record }) => record.to && bytes(record.to),
      ({ record }) => record.contractAddress && bytes(record.contractAddress),
      ({ record }) => bytes(record.input),
      ({ record }) => packWithoutAddresses(record),
    ]),
    touched: columns(touched, [(row) => row[0], (row) => row[1], (row) => row[2]]),
    dirty: columns(dirty, [(row) => row[1], (row) => row[2], (row) => row[0]]),
    nft_transfer: columns(transfers, [
      ({ block }) => block.number,
      ({ block }) => block.timestamp,
      ({ logIndex }) => logIndex,
      ({ collection }) => bytes(collection),
      ({ tokenId }) => integer(tokenId),
      ({ from }) => bytes(from),
      ({ to }) => bytes(to),
    ]),
    moved: owners(last.filter((each) => !mints.has(keyOf(each)))),
    minted: owners(last.filter((each) => mints.has(keyOf(each)))),
  };
}

function columns<Item>(
  items: readonly Item[],
  values: readonly ((item: Item) => string | number | null)[],
): Columns {
  return values.map((value) => items.map(value));
}

function owners(transfers: readonly NftTransfer[]): Columns {
  return columns(transfers, [
    ({ collection }) => bytes(collection),
    ({ tokenId }) => integer(tokenId),
    ({ to }) => bytes(to),
  ]);
}

function keyOf({ collection, tokenId }: NftTransfer): string {
  return `${collection} ${tokenId}`;
}
