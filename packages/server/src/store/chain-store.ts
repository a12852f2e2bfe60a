import type {
  BlockName,
  BlockRecord,
  Erc20BalanceRecord,
  Hex,
  NftName,
  NftRecord,
  NftTransfer,
  PairBalance,
  TokenFacts,
  TouchedPair,
  TransactionPosition,
  TransactionRecord,
} from "../chain/records.ts";

/** A transaction of a new block. */
interface AddedTransaction {
  readonly record: TransactionRecord;
  /** Addresses whose listings show it, each once. */
  readonly participants: readonly Hex[];
}

/** All that one block adds. */
export interface BlockChange {
  readonly block: BlockRecord;
  readonly transactions: readonly AddedTransaction[];
  readonly nftTransfers: readonly NftTransfer[];
  readonly touched: readonly TouchedPair[];
}

/** A pair with a pending balance. */
export interface DirtyPair extends TouchedPair {
  /** Only blocks that were rolled back touched it: there is no balance to read any more. */
  readonly isLost: boolean;
}

/** A pair and what is known of it. */
interface KnownPair extends DirtyPair {
  readonly isDirty: boolean;
  /** Its balance; undefined before it was read for the first time. */
  readonly raw: bigint | undefined;
}

/** A position in a list of pairs, which is ordered by owner, then by token. */
export interface PairPosition {
  readonly owner: Hex;
  /** undefined: after all pairs of the owner. */
  readonly token: Hex | undefined;
}

/** What a token contract tells, and which listings show its tokens. */
export interface TokenResult extends TokenFacts {
  readonly isErc20: boolean;
  readonly isErc721: boolean;
}

/** What the contract and the metadata of an NFT say. */
export interface NftResult extends NftName {
  /** null: the contract names none. */
  readonly uri: string | null;
  /** JSON text. */
  readonly metadata: string | null;
  /** Whether its metadata is to be fetched from its URI. */
  readonly isDue: boolean;
}

/** What contracts said as of one block. */
export interface ContractResults {
  readonly tokens: readonly TokenResult[];
  readonly balances: readonly PairBalance[];
  readonly nfts: readonly NftResult[];
}

/** What became of results. */
export interface Settlement {
  /** false: their block is not the newest one any more, so nothing was written. */
  readonly kept: boolean;
  /** Whether there are dirty pairs, or NFTs whose URI was not read yet. */
  readonly more: boolean;
}

/** Metadata to fetch. */
interface DueMetadata extends NftName {
  readonly uri: string;
  /** Number of failed attempts. */
  readonly attempts: number;
}

/** Numbers of NFTs of which something is pending. */
export interface MetadataCounts {
  /** Their contract has not been asked for the URI. */
  readonly withoutUri: number;
  /** Their metadata has not been fetched yet. */
  readonly pending: number;
  /** Fetching their metadata failed so far; it is tried again. */
  readonly failed: number;
}

/**
 * One chain of a store, for reading. Each call sees one state of the chain, the newest one that was
 * written durably, and returns a bounded number of records.
 */
export interface ChainReader {
  /** The newest block by its name; undefined before the first one. */
  tip(): Promise<BlockName | undefined>;
  /** The newest block; undefined before the first one. */
  getLatestBlock(): Promise<BlockRecord | undefined>;
  getBlock(number: number): Promise<BlockRecord | undefined>;
  /** Hash of a block that is kept; it costs less than the block. */
  blockHash(number: number): Promise<Hex | undefined>;
  getTransaction(hash: Hex): Promise<TransactionRecord | undefined>;
  getNft(collection: Hex, tokenId: bigint): Promise<NftRecord | undefined>;

  /** Transactions in which an address takes part, newest first. */
  listAddressTransactions(
    address: Hex,
    after: TransactionPosition | undefined,
    limit: number,
  ): Promise<readonly TransactionRecord[]>;
  /** By index, descending; undefined if there is no such block. */
  listBlockTransactions(
    blockNumber: number,
    after: TransactionPosition | undefined,
    limit: number,
  ): Promise<readonly TransactionRecord[] | undefined>;
  /** Of the whole chain, newest first. */
  listLatestTransactions(
    after: TransactionPosition | undefined,
    limit: number,
  ): Promise<readonly TransactionRecord[]>;

  /** By contract. Zero balances are left out, except when the contract is given. */
  listErc20Balances(
    owner: Hex,
    contract: Hex | undefined,
    after: Hex | undefined,
    limit: number,
  ): Promise<readonly Erc20BalanceRecord[]>;
  /** By collection, then by token id. */
  listErc721Balances(
    owner: Hex,
    collection: Hex | undefined,
    after: { readonly collection: Hex; readonly tokenId: bigint } | undefined,
    limit: number,
  ): Promise<readonly NftRecord[]>;

  /** Addresses of contracts that are known to be ERC-20 tokens, in ascending order. */
  listErc20Tokens(after: Hex | undefined, limit: number): Promise<readonly Hex[]>;
  /** The lowest block that is kept; undefined before the first one. */
  firstBlock(): Promise<BlockName | undefined>;
  /** Number of dirty pairs; it costs as little with millions as with none. */
  countDirty(): Promise<number>;
  countMetadata(): Promise<MetadataCounts>;
  /** Bytes on disk. */
  size(): Promise<number>;
  close(): Promise<void>;
}

/**
 * One chain of a store, for its only writer. Each writing method is one durable transaction, which
 * checks in itself what it is told to expect: if that does not hold, nothing is written.
 */
export interface ChainWriter extends ChainReader {
  /**
   * Adds blocks, in ascending order; the pairs that they touched become dirty.
   *
   * @param expectedTip The newest block there is before; undefined: none.
   * @returns false: another block is the newest one, and nothing was written.
   */
  addBlocks(changes: readonly BlockChange[], expectedTip: BlockName | undefined): Promise<boolean>;
  /**
   * Adds blocks below the first one, in ascending order. Pairs of which nothing is known become dirty;
   * an NFT that is known keeps its owner.
   *
   * @param expectedFirst The first block there is before, which the last of these precedes.
   * @returns false: another block is the first one, and nothing was written.
   */
  prependBlocks(changes: readonly BlockChange[], expectedFirst: BlockName): Promise<boolean>;
  /**
   * Removes blocks below a number, the lowest first, but never the newest block. Balances and NFTs stay.
   *
   * @param limit Number of blocks at most.
   * @returns The number of blocks removed; fewer than the limit: there are no more.
   */
  pruneBelow(number: number, limit: number): Promise<number>;
  /**
   * Removes the blocks above a number, of which there may be as many as `undoBlocks`. NFTs have their
   * former owners again. Balances stay until they are settled: touched pairs become dirty; those that
   * no kept block touched are lost.
   *
   * @param expectedTip The newest block there is before.
   * @returns false: another block is the newest one, and nothing was written.
   */
  rollbackTo(number: number, expectedTip: BlockName): Promise<boolean>;

  /** Dirty pairs in order. */
  listDirty(after: PairPosition | undefined, limit: number): Promise<readonly DirtyPair[]>;
  /** Pairs, in order, of all owners that have a balance; dirty ones of these owners included. */
  listPairs(after: PairPosition | undefined, limit: number): Promise<readonly KnownPair[]>;
  /**
   * Writes what contracts said: pairs with a balance are clean again, lost ones are gone.
   *
   * If all dirty pairs of an owner are settled together, all its balances are as of one block: a clean
   * pair has been touched by no block since it was read.
   *
   * @param at The block as of which they said it.
   */
  settle(at: BlockName, results: ContractResults): Promise<Settlement>;
  /** Those of some contracts of which it is not known what they tell on this chain as it is now. */
  unknownTokens(addresses: readonly Hex[]): Promise<readonly Hex[]>;
  /** NFTs whose contract has not been asked for the URI. */
  listNftsWithoutUri(limit: number): Promise<readonly NftName[]>;

  /** Metadata to fetch now. @param now Unix seconds. */
  listDueMetadata(now: number, limit: number): Promise<readonly DueMetadata[]>;
  /** Writes metadata, as JSON text, unless the NFT has another URI by now. */
  setMetadata(nft: NftName & { readonly uri: string }, metadata: string): Promise<void>;
  /** Counts a failed attempt and delays the next one. @param due Unix seconds. */
  postponeMetadata(collection: Hex, tokenId: bigint, due: number): Promise<void>;
}

/** How a chain is written. */
export interface WriterOptions {
  /** Number of newest blocks for which everything is kept that is needed to remove them again. */
  readonly undoBlocks: number;
}
