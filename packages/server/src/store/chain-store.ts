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

/** All that one block adds. */
export interface BlockChange {
  readonly block: BlockRecord;
  readonly transactions: readonly TransactionRecord[];
  readonly nftTransfers: readonly NftTransfer[];
  readonly touched: readonly TouchedPair[];
}

/** A pair of which the balance has to be asked for. */
export interface DirtyPair extends TouchedPair {
  /** Only blocks that were rolled back have touched it: there is nothing to ask any more. */
  readonly isLost: boolean;
}

/** A pair, and what is known of it. */
interface KeptPair extends DirtyPair {
  readonly isDirty: boolean;
  /** Its balance; undefined as long as it has not been asked for. */
  readonly raw: bigint | undefined;
}

/** How many pairs are taken at once. */
export interface PairLimit {
  /** Owners are taken whole, as many as have so many pairs together; the first one is in any case. */
  readonly pairs: number;
  /** Of an owner with more pairs than this, so many are taken. */
  readonly ofOwner: number;
}

/** Where a list of pairs goes on. */
export interface PairPosition {
  readonly owner: Hex;
  /** undefined: after all pairs of the owner. */
  readonly token: Hex | undefined;
}

/** What the contract and the metadata of an NFT say. */
interface NftFacts extends NftName {
  readonly uri: string | null;
  /** JSON text. */
  readonly metadata: string | null;
}

/** What contracts said as of one block. */
export interface Answers {
  readonly tokens: readonly TokenFacts[];
  readonly balances: readonly PairBalance[];
  readonly nfts: readonly NftFacts[];
}

/** Metadata that have to be fetched. */
interface DueMetadata extends NftName {
  readonly uri: string;
  /** How often it was tried in vain. */
  readonly attempts: number;
}

/** How many NFTs there are of which something is still to be asked for. */
export interface MetadataCounts {
  /** Whose contract has not been asked for the URI. */
  readonly withoutUri: number;
  /** Whose metadata have not been fetched yet. */
  readonly pending: number;
  /** Whose metadata could not be fetched so far; they are tried again. */
  readonly failed: number;
}

/** What the handlers read of one chain. Nothing here can grow without a limit. */
export interface ChainReader {
  /** The newest block; undefined before the first one. */
  getLatestBlock(): BlockRecord | undefined;
  getBlock(number: number): BlockRecord | undefined;
  getTransaction(hash: Hex): TransactionRecord | undefined;
  getNft(collection: Hex, tokenId: bigint): NftRecord | undefined;

  /** Transactions that an address sent, received, or was created by; newest first. */
  listAddressTransactions(
    address: Hex,
    after: TransactionPosition | undefined,
    limit: number,
  ): readonly TransactionRecord[];
  /** By index, downwards. */
  listBlockTransactions(
    blockNumber: number,
    after: TransactionPosition | undefined,
    limit: number,
  ): readonly TransactionRecord[];
  /** Of the whole chain; newest first. */
  listLatestTransactions(
    after: TransactionPosition | undefined,
    limit: number,
  ): readonly TransactionRecord[];

  /** By contract. Zero balances are left out, except that of a single contract that is asked for. */
  listErc20Balances(
    owner: Hex,
    contract: Hex | undefined,
    after: Hex | undefined,
    limit: number,
  ): readonly Erc20BalanceRecord[];
  /** By collection, then by token id. */
  listErc721Balances(
    owner: Hex,
    collection: Hex | undefined,
    after: { readonly collection: Hex; readonly tokenId: bigint } | undefined,
    limit: number,
  ): readonly NftRecord[];
}

/** What is kept of one chain, for reading. */
export interface StoredChainReader extends ChainReader {
  /** The lowest block that is kept. */
  firstBlock(): number | undefined;
  /** How many pairs have to be asked for; it costs as little with millions as with none. */
  countDirty(): number;
  close(): void;
}

/** What is kept of one chain. Each writing method is one durable transaction. */
export interface ChainStore extends StoredChainReader {
  /** Adds a block on top of what is there; its touched pairs become dirty. */
  addBlock(change: BlockChange): void;
  /**
   * Takes blocks away, from the newest down to, and without, the one of this number. Owners of NFTs
   * are again those of before. Balances stay as they are until they are settled: the pairs that were
   * touched become dirty, those that were never touched before are lost.
   */
  rollbackTo(number: number): void;
  /** Dirty pairs of whole owners, in the order of owners. */
  listDirty(limit: PairLimit): DirtyPair[];
  /**
   * All pairs of whole owners that have balances, in the order of owners.
   *
   * @param after Where the list before ended; undefined: from the beginning.
   * @returns `next` is undefined at the end.
   */
  listPairs(
    after: PairPosition | undefined,
    limit: PairLimit,
  ): { readonly pairs: KeptPair[]; readonly next: PairPosition | undefined };
  /**
   * Keeps what contracts said: pairs with a balance are clean again, those that were lost are gone.
   *
   * The balances of an owner are all as of one block if its pairs are settled together, all those
   * that are dirty at least: a pair that is not dirty has been touched by no block since it was
   * asked for, so what it was then it still is.
   *
   * @param at The block as of which they said it.
   * @returns false: that block is not the newest one any more, and nothing was kept. What was asked
   *   before a rollback, or while a block came, can therefore not be taken for what is.
   */
  settle(at: BlockName, answers: Answers): boolean;
  /** Whether it is known what a token contract tells, on this chain as it is now. */
  hasToken(address: Hex): boolean;
  /** NFTs whose URI has not been asked for. */
  listNftsWithoutUri(limit: number): NftName[];
  /** NFTs whose metadata are to be fetched now. @param now Unix seconds. */
  listDueMetadata(now: number, limit: number): DueMetadata[];
  /** Keeps metadata, as JSON text, unless the NFT has another URI by now. */
  setMetadata(nft: NftName & { readonly uri: string }, metadata: string): void;
  /** Counts an attempt, and lets the next one wait. @param due Unix seconds. */
  postponeMetadata(collection: Hex, tokenId: bigint, due: number): void;
  /**
   * Forgets where the metadata of NFTs lie, so that their contract is asked for it again, and they are
   * fetched again. It may be called beside another process that writes the chain.
   *
   * @param tokenId undefined: all of the collection.
   * @returns How many NFTs there are of these.
   */
  refetchMetadata(collection: Hex, tokenId: bigint | undefined): number;
  countMetadata(): MetadataCounts;
}
