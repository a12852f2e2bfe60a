import type { MetadataFault } from "../chain/metadata.ts";
import type {
  BlockName,
  BlockRecord,
  Erc20BalanceRecord,
  Hex,
  NftIds,
  NftRecord,
  TransactionPosition,
  TransactionRecord,
} from "../chain/records.ts";

/** Whether the balance of a pair is stored, will be read, or is neither. */
export type PairState = "stored" | "pending" | "unknown";

/** What a chain has stored at one moment. */
export interface StoredExtent {
  /** Numbers of the oldest block and the tip; undefined if there are no blocks. */
  readonly blocks: { readonly oldest: number; readonly tip: number } | undefined;
  /** Whether all tokens that the wallet received below the oldest block are known. */
  readonly isDiscovered: boolean;
  /** Differs whenever the stored blocks do. */
  readonly state: string;
  /** Whether the node has another chain than the stored one, and no rollback has followed yet. */
  readonly isOrphaned: boolean;
  /** Number of pending balances of the wallet, up to `MAX_COUNTED`. */
  readonly pending: number;
  /** Number of those whose contract is set aside, up to `MAX_COUNTED`; not counted as pending. */
  readonly unreadable: number;
  /**
   * Whether there may be tokens that no list has: transfers that could concern them cannot be read, or their contract
   * has not been asked what it is, or more than `MAX_COUNTED` of them wait to be read.
   */
  readonly isUnclear: boolean;
  /** Whether the wallet received NFTs as ranges. */
  readonly hasRanges: boolean;
}

/** Pending balances of a wallet that are counted: their number has no other bound. */
export const MAX_COUNTED = 1_000;

/** Wallet, and the contract if only its tokens are of interest; or a contract alone. */
export interface PairScope {
  readonly owner?: Hex | undefined;
  readonly token?: Hex | undefined;
}

/** Position in a list of NFTs. */
export interface NftPosition {
  readonly collection: Hex;
  readonly tokenId: bigint;
}

/** NFTs that a wallet received as a range (ERC-2309), apart from those in `listTakenNfts`. */
export interface OwnedRange extends NftIds {
  /** Where its log is. */
  readonly block: number;
  readonly logIndex: number;
  /** What all of its NFTs have in common. */
  readonly nft: Omit<NftRecord, "tokenId">;
}

/** What a contract is known to be. */
export interface TokenKind {
  readonly address: Hex;
  /** Whether it has NFTs. */
  readonly isCollection: boolean;
  readonly decimals: number | null;
}

/** A contract with transfers that cannot be read. */
export interface UnrecognizedTransfers {
  readonly contract: Hex;
  /** Number of wallets that they name, each counted once per block. */
  readonly transfers: number;
}

/** How far the logs that name a wallet as receiver have been read, from the oldest stored block down. */
export interface LogReading {
  readonly wallet: Hex;
  /** Lowest block whose logs have been read; 0: all tokens that the wallet received are known. */
  readonly lowest: number;
}

/** Numbers of NFTs with pending reads or fetches. */
export interface MetadataCounts {
  /** NFTs whose token URI has not been read. */
  readonly withoutUri: number;
  /** NFTs whose metadata has not been fetched. */
  readonly pending: number;
  /** NFTs whose fetches have failed so far and will be retried. */
  readonly failed: number;
}

/** Numbers of NFTs whose metadata cannot be read, by reason; of those that will be retried, by that of the last attempt. */
type FaultCounts = Readonly<Partial<Record<MetadataFault, number>>>;

/** Numbers of what is pending or cannot be read, each up to 100,000. */
export interface ChainCounts {
  /** Balances that changed and have not been read yet. */
  readonly pending: number;
  /** Contracts that are set aside. */
  readonly setAside: number;
  /** Wallets that transfers name which cannot be read, each counted once per contract and block. */
  readonly unrecognized: number;
  readonly faults: FaultCounts;
}

/** A contract whose results could not be processed. */
export interface SetAside {
  readonly contract: Hex;
  /** Why the last attempt failed. */
  readonly reason: string;
  /** Number of failed attempts. */
  readonly attempts: number;
  /** Unix seconds of the next attempt. */
  readonly due: number;
}

/** Status of a follower, as other processes see it. */
export interface FollowerStatus {
  /** Head of the node; undefined before its first response. */
  readonly head: number | undefined;
  /** Hash of the latest tip at which balances and metadata are up to date. */
  readonly settled: Hex | undefined;
  /** Reason why the chain does not advance; undefined while it does. */
  readonly trouble: string | undefined;
}

/** A status that a follower has stored. */
interface StoredStatus extends FollowerStatus {
  /** Seconds since it was written. */
  readonly ageSeconds: number;
}

/**
 * One chain of a store, for reading. Lists with `maxBytes` may end early, once the texts of the records exceed
 * it, but not before the second record; engines may ignore it. Each call sees one consistent state of the chain, the latest one
 * that is durable, and returns a bounded number of records.
 */
export interface ChainReader {
  /** Returns number and hash of the newest stored block; undefined if there are no blocks. */
  tip(): Promise<BlockName | undefined>;
  /** Returns the tip as a whole; undefined if there are no blocks. */
  getTipBlock(): Promise<BlockRecord | undefined>;
  /** Returns the chain id of the nodes that the blocks were first read from; undefined if it is unknown. */
  chainId(): Promise<number | undefined>;
  getBlock(number: number): Promise<BlockRecord | undefined>;
  /** Returns the hash of a stored block, at a lower cost than reading the block. */
  blockHash(number: number): Promise<Hex | undefined>;
  getTransaction(hash: Hex): Promise<TransactionRecord | undefined>;
  getNft(collection: Hex, tokenId: bigint): Promise<NftRecord | undefined>;

  /** Lists transactions in which an address takes part, newest first. */
  listAddressTransactions(
    address: Hex,
    after: TransactionPosition | undefined,
    limit: number,
    maxBytes: number,
  ): Promise<readonly TransactionRecord[]>;
  /** Lists transactions by descending index; undefined if the block is not stored. */
  listBlockTransactions(
    blockNumber: number,
    after: TransactionPosition | undefined,
    limit: number,
    maxBytes: number,
  ): Promise<readonly TransactionRecord[] | undefined>;
  /** Lists transactions of the whole chain, newest first. */
  listLatestTransactions(
    after: TransactionPosition | undefined,
    limit: number,
    maxBytes: number,
  ): Promise<readonly TransactionRecord[]>;

  /** Lists balances by contract. Zero balances are omitted unless the contract is given. */
  listErc20Balances(
    owner: Hex,
    contract: Hex | undefined,
    after: Hex | undefined,
    limit: number,
  ): Promise<readonly Erc20BalanceRecord[]>;
  /** Returns the state of one pair; a stored balance may be pending again. */
  pairState(owner: Hex, token: Hex): Promise<PairState>;
  /** Lists NFTs by collection, then by token id, without those that are only part of ranges. */
  listErc721Balances(
    owner: Hex,
    collection: Hex | undefined,
    after: NftPosition | undefined,
    limit: number,
    maxBytes: number,
  ): Promise<readonly NftRecord[]>;
  /** Lists ranges that a wallet received and that end after a position, by collection, then by their first NFT. */
  listNftRanges(
    owner: Hex,
    collection: Hex | undefined,
    after: NftPosition | undefined,
    limit: number,
  ): Promise<readonly OwnedRange[]>;
  /** Lists the NFTs of a range that another transfer goes before, alone or as ranges, by their first NFT. */
  listTakenNfts(range: OwnedRange, limit: number): Promise<readonly NftIds[]>;

  /** Returns number and hash of the oldest stored block; undefined if there are no blocks. */
  oldest(): Promise<BlockName | undefined>;
  /**
   * Returns which blocks are stored, and how many balances of a wallet are pending.
   *
   * @param of Whose pending balances are counted; undefined: nothing is counted.
   */
  extent(of: PairScope | undefined): Promise<StoredExtent>;
  /**
   * Reads a list together with what is stored, of one state of the chain.
   *
   * @param of Whose pending balances are counted; undefined: nothing is counted.
   * @param read Reads at most one list of the given reader; it may be called again.
   * @returns `extent` is undefined if it is unknown: the chain kept changing.
   */
  readWithExtent<Result>(
    of: PairScope | undefined,
    read: (chain: ChainReader) => Promise<Result>,
  ): Promise<{ readonly result: Result; readonly extent: StoredExtent | undefined }>;
  /** Returns how far the logs of wallets have been read; those of which none were read are left out. */
  logsReadOf(wallets: readonly Hex[]): Promise<readonly LogReading[]>;
  /** Lists wallets of which some logs have not been read yet, those that are most advanced first. */
  listUndiscovered(limit: number): Promise<readonly LogReading[]>;
  /** Returns which of some contracts are known, and whether they are collections. */
  listKinds(addresses: readonly Hex[]): Promise<readonly TokenKind[]>;
  /** Counts what is pending or cannot be read, in bounded time. */
  counts(): Promise<ChainCounts>;
  /** Counts NFTs with pending reads or fetches, which takes longer the more there are. */
  countMetadata(): Promise<MetadataCounts>;
  /** Lists contracts that are set aside, those of the most attempts first. */
  listSetAside(limit: number): Promise<readonly SetAside[]>;
  /** Lists contracts with transfers that cannot be read, those with the most first. */
  listUnrecognized(limit: number): Promise<readonly UnrecognizedTransfers[]>;
  /** Returns the size on disk in bytes. */
  size(): Promise<number>;
  /**
   * Returns the status that the follower of the chain last wrote; undefined if no process has followed it, or if the
   * engine does not store it.
   */
  followerStatus(): Promise<StoredStatus | undefined>;
  /**
   * Returns a number that changes with each change of the store, without waiting. Undefined: only a request
   * to a server could tell.
   */
  revision(): number | undefined;
  /** Returns what a read has found damaged since the store was opened; undefined if nothing is known to be. */
  damage(): string | undefined;
  close(): Promise<void>;
}

/** What an engine reads of blocks and transactions in a way of its own. */
export type TransactionReader = Pick<
  ChainReader,
  | "getBlock"
  | "getTransaction"
  | "listAddressTransactions"
  | "listBlockTransactions"
  | "listLatestTransactions"
>;

/** The same of balances and NFTs. */
export type TokenReader = Pick<ChainReader, "getNft" | "listErc20Balances" | "listErc721Balances">;
