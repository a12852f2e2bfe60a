import type { BlockRecord, ChainReader, Hex, TransactionRecord } from "../handlers/reader.ts";
import type { NftTransfer, TouchedPair } from "../source/events.ts";

/** All that one block adds. */
export interface BlockChange {
  readonly block: BlockRecord;
  readonly transactions: readonly TransactionRecord[];
  readonly nftTransfers: readonly NftTransfer[];
  readonly touched: readonly TouchedPair[];
}

/** What a token contract tells about itself. */
export interface TokenFacts {
  readonly address: Hex;
  readonly name: string | null;
  readonly symbol: string | null;
  readonly decimals: number | null;
}

/** The balance of a pair, as the contract said it. */
export interface PairBalance extends TouchedPair {
  readonly raw: bigint;
}

/** What the contract and the metadata of an NFT say. */
interface NftFacts {
  readonly collection: Hex;
  readonly tokenId: bigint;
  readonly uri: string | null;
  /** JSON text. */
  readonly metadata: string | null;
}

/** Metadata that have to be fetched. */
interface DueMetadata {
  readonly collection: Hex;
  readonly tokenId: bigint;
  readonly uri: string;
  /** How often it was tried in vain. */
  readonly attempts: number;
}

/** What is kept of one chain, for reading. */
export interface StoredChainReader extends ChainReader {
  /** The lowest block that is kept. */
  firstBlock(): number | undefined;
  close(): void;
}

/** What is kept of one chain. Each writing method is one durable transaction. */
export interface ChainStore extends StoredChainReader {
  /** Adds a block on top of what is there; its touched pairs become dirty. */
  addBlock(change: BlockChange): void;
  /**
   * Takes blocks away, from the newest down to, and without, the one of this number. Owners of NFTs
   * are again those of before; the pairs that were touched become dirty.
   */
  rollbackTo(number: number): void;
  /** Pairs whose balance has to be asked for. */
  listDirty(limit: number): TouchedPair[];
  /** Keeps balances; their pairs are clean again. */
  setBalances(balances: readonly PairBalance[]): void;
  /** Pairs whose balance is known, in a fixed order. @param after The pair to go on after. */
  listPairs(after: TouchedPair | undefined, limit: number): PairBalance[];
  hasToken(address: Hex): boolean;
  setToken(facts: TokenFacts): void;
  /** NFTs whose URI has not been asked for. */
  listNftsWithoutUri(limit: number): { readonly collection: Hex; readonly tokenId: bigint }[];
  setNft(facts: NftFacts): void;
  /** NFTs whose metadata are to be fetched now. @param now Unix seconds. */
  listDueMetadata(now: number, limit: number): DueMetadata[];
  /** Keeps metadata, as JSON text, that were due. */
  setMetadata(collection: Hex, tokenId: bigint, metadata: string): void;
  /** Counts an attempt, and lets the next one wait. @param due Unix seconds. */
  postponeMetadata(collection: Hex, tokenId: bigint, due: number): void;
}
