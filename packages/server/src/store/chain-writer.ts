import type { MetadataFault } from "../chain/metadata.ts";
import type {
  BlockName,
  BlockRecord,
  Hex,
  NftIds,
  NftName,
  NftOwner,
  NftRange,
  NftTransfer,
  PairBalance,
  TokenFacts,
  TouchedPair,
  TransactionRecord,
} from "../chain/records.ts";
import type { ChainReader, FollowerStatus, SetAside } from "./chain-reader.ts";

/** A transfer of an NFT, if its contract has any. */
export interface PossibleNft extends NftTransfer {
  /** Whether transfers of the contract are left out, so that the owners of its NFTs do not follow. */
  readonly isSample?: boolean;
}

/** Everything that one block adds. */
export interface BlockChange {
  readonly block: BlockRecord;
  readonly transactions: readonly TransactionRecord[];
  readonly nftTransfers: readonly NftTransfer[];
  readonly nftRanges: readonly NftRange[];
  readonly touched: readonly TouchedPair[];
  /** Transfers whose value may be the id of an NFT. */
  readonly possibleNfts: readonly PossibleNft[];
  /** Contracts with transfers that cannot be read, and the wallets that those name; the zero address if none. */
  readonly unrecognized: readonly TouchedPair[];
  /** Proxies that got another implementation. */
  readonly upgraded: readonly Hex[];
  /** NFTs whose metadata have changed. */
  readonly updated: readonly NftIds[];
}

/** A pair with a pending balance. */
export interface PendingPair extends TouchedPair {
  /** Whether only blocks that were rolled back touched it; its balance is not read. */
  readonly isLost: boolean;
  /** Whether its contract is set aside, so that it is not to be read. */
  readonly isAside: boolean;
}

/** An NFT whose token URI has not been read. */
export interface NftToAsk extends NftOwner {
  /** Whether its contract is set aside, so that it is not to be read. */
  readonly isAside: boolean;
}

/** What is to be read of contracts that are set aside. */
export interface AsideWork {
  readonly pairs: readonly TouchedPair[];
  readonly nfts: readonly NftName[];
}

/** A pair with its stored balance. */
export interface KnownPair extends PendingPair {
  readonly isPending: boolean;
  /** Balance; null until it has been read once. */
  readonly raw: bigint | null;
}

/** Position in a list of pairs ordered by owner, then by token. */
export interface PairPosition {
  readonly owner: Hex;
  /** undefined for the position after all pairs of the owner. */
  readonly token: Hex | undefined;
}

/** Properties of a token contract, and the listings that include its tokens. */
export interface TokenResult extends TokenFacts {
  readonly isErc20: boolean;
  readonly isErc721: boolean;
}

/** Token URI and embedded metadata of an NFT. */
export interface NftResult extends NftName {
  /** null if the contract returns none. */
  readonly uri: string | null;
  /** As `formatMetadata` writes it. */
  readonly metadata: string | null;
  /** Whether metadata must be fetched from the URI. */
  readonly isDue: boolean;
  /** Why there is none in the URI, although it is nowhere else. */
  readonly fault?: MetadataFault;
}

/** Results that name their contracts. */
export interface ResultsByContract {
  readonly tokens: readonly Pick<TokenFacts, "address">[];
  readonly balances: readonly Pick<PairBalance, "token">[];
  readonly nfts: readonly Pick<NftName, "collection">[];
}

/** Results of contract calls at one block. */
export interface ContractResults {
  readonly tokens: readonly TokenResult[];
  readonly balances: readonly PairBalance[];
  readonly nfts: readonly NftResult[];
  /** Seconds after which properties of tokens are read again; sooner while they are empty. Default: a day. */
  readonly rereadSeconds?: number | undefined;
}

/** Returns the contracts of results. */
export function contractsOf({ tokens, balances, nfts }: ResultsByContract): Set<Hex> {
  return new Set([
    ...tokens.map(({ address }) => address),
    ...balances.map(({ token }) => token),
    ...nfts.map(({ collection }) => collection),
  ]);
}

/** Outcome of `settle`. */
export interface Settlement {
  /** false: the block is no longer the tip, and nothing was written. */
  readonly isWritten: boolean;
  /** Whether there are pending pairs, or NFTs whose URI has not been read. */
  readonly more: boolean;
}

/** Metadata to fetch. */
export interface DueMetadata extends NftName {
  readonly uri: string;
  /** Number of failed attempts. */
  readonly attempts: number;
}

/**
 * One chain of a store, for its only writer. Each writing method is one durable transaction, which
 * includes the check of the expected block: if it differs, nothing is written.
 */
export interface ChainWriter extends ChainReader {
  /**
   * Aborted when the right to write is lost, to another process or because the database is gone; the
   * writer must be closed. Absent: the right is held until the writer is closed.
   */
  readonly lost?: AbortSignal;
  /** Stores the status of the follower, for other processes, unless the engine has only one. */
  setFollowerStatus(status: FollowerStatus): Promise<void>;
  /**
   * Adds consecutive blocks; the pairs that they touch become pending.
   *
   * @param expectedTip Expected tip before the call, the parent of the first new block; undefined: none.
   * @returns false if another block is the tip; nothing was written.
   * @throws Error if there would be a gap, which no list could state.
   */
  addBlocks(changes: readonly BlockChange[], expectedTip: BlockName | undefined): Promise<boolean>;
  /**
   * Adds consecutive blocks below the oldest one. Unknown pairs become pending; known NFTs retain
   * their owner.
   *
   * @param expectedOldest Expected oldest block before the call, the child of the last new block.
   * @returns false if another block is the oldest one; nothing was written.
   */
  prependBlocks(changes: readonly BlockChange[], expectedOldest: BlockName): Promise<boolean>;
  /**
   * Removes blocks below a number, oldest first, but never the tip. Balances and NFTs remain.
   *
   * @param limit Maximum number of blocks.
   * @returns Number of blocks removed; less than the limit if there are no more.
   */
  pruneBelow(number: number, limit: number): Promise<number>;
  /**
   * Removes the blocks above a number, at most `undoBlocks`. NFTs return to their previous owners.
   * Balances remain until they are settled: touched pairs become pending; those that no remaining block
   * touched are lost.
   *
   * @param expectedTip Expected tip before the call.
   * @returns false if another block is the tip; nothing was written.
   */
  rollbackTo(number: number, expectedTip: BlockName): Promise<boolean>;
  /**
   * Removes all blocks, and all that is known of tokens.
   *
   * @param expectedTip Expected tip before the call.
   * @returns false if another block is the tip; nothing was written.
   */
  clear(expectedTip: BlockName): Promise<boolean>;
  /** Stores the chain id of the nodes that the first blocks are read from. */
  setChainId(chainId: number): Promise<void>;
  /** Notes whether the tip is missing from the chain of the node. @param hash null: it is not. */
  setOrphaned(hash: Hex | null): Promise<void>;

  /**
   * Sets a contract aside: until it is due again, its pairs and NFTs are marked where they are listed, and are to be
   * given to `waitAside`. The first pause is a minute; each is twice as long as the one before, up to 17 hours. Results
   * of the contract that are settled end it.
   */
  setAside(contract: Hex, reason: string): Promise<SetAside>;
  /** Has pairs and NFTs wait apart, where no step passes over them, until their contract is tried again. */
  waitAside(work: AsideWork): Promise<void>;
  /** Lists contracts that are due to be tried again, or of which the rest can be read. */
  listRetries(limit: number): Promise<readonly Hex[]>;
  /** Lists some of the pairs and NFTs of a contract again; more follow once something of it is settled. */
  retryAside(contract: Hex, limit: number): Promise<void>;
  /** Lists pending pairs in order. */
  listPending(after: PairPosition | undefined, limit: number): Promise<readonly PendingPair[]>;
  /** Lists, in order, all pairs of owners that have a balance, including pending ones. */
  listPairs(after: PairPosition | undefined, limit: number): Promise<readonly KnownPair[]>;
  /**
   * Stores results of contract calls: pairs with a balance become clean, lost ones are removed.
   *
   * If all pending pairs of an owner are settled together, all its balances are consistent at one block,
   * because no block has touched a clean pair since it was read.
   *
   * @param at Block at which the contracts were called.
   * @throws InvalidValueError if a value cannot be stored; nothing was written.
   */
  settle(at: BlockName, results: ContractResults): Promise<Settlement>;
  /**
   * Returns the contracts whose properties are unknown, were invalidated by a rollback, or are empty.
   *
   * @param collections Those of them of which logs show NFTs: they are returned unless they are known as collections.
   */
  unknownTokens(addresses: readonly Hex[], collections?: ReadonlySet<Hex>): Promise<readonly Hex[]>;
  /** Lists tokens whose properties are to be read again by now, the longest due first. */
  listDueTokens(limit: number): Promise<readonly Hex[]>;
  /** Returns NFTs of contracts that are owned, or may be: one of each kind of log. */
  listSamples(collections: readonly Hex[]): Promise<readonly NftOwner[]>;
  /** Lists NFTs whose token URI has not been read, ordered by owner. @param after Owner before the first one. */
  listNftsWithoutUri(after: Hex | undefined, limit: number): Promise<readonly NftToAsk[]>;

  /** Lists collections with metadata that is due, in ascending order. @param now Unix seconds. */
  listDueCollections(now: number, after: Hex | undefined, limit: number): Promise<readonly Hex[]>;
  /** Lists metadata of a collection that is due. @param now Unix seconds. */
  listDueMetadata(collection: Hex, now: number, limit: number): Promise<readonly DueMetadata[]>;
  /** Stores metadata, as `formatMetadata` writes it, unless the URI of the NFT has changed. */
  setMetadata(nft: NftName & { readonly uri: string }, metadata: string): Promise<void>;
  /** Records why an attempt failed, and schedules the next one. @param due Unix seconds. */
  postponeMetadata(nft: NftName, due: number, fault: MetadataFault): Promise<void>;
}

/** Options for writing a chain. */
export interface WriterOptions {
  /** Identity of the writer, which may resume its own lease; default: a random one. */
  readonly holder?: string;
  /** Number of latest blocks that can be rolled back. */
  readonly undoBlocks: number;
  /**
   * Whether many blocks are written that can be written again: a power failure may lose the latest ones
   * as a whole. Engines may ignore it.
   */
  readonly isImport?: boolean;
}
