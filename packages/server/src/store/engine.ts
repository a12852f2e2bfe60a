import { AbiError } from "../chain/abi.ts";
import type { BlockName, Hex, NftOwner, TouchedPair } from "../chain/records.ts";
import type { ChainReader } from "./chain-reader.ts";
import type { ChainWriter, WriterOptions } from "./chain-writer.ts";
import type { Handle, ManagementDb } from "./handle.ts";

/** Storage engine: opens stores in one kind of database, as the functions of `open.ts` do. */
export interface StoreEngine<Location> {
  openReader(location: Location): Promise<ChainReader>;
  openWriter(location: Location, options: WriterOptions): Promise<ChainWriter>;
  /** @param onOpened As in `HandlePolicy`. */
  openManagementData(location: Location, onOpened?: () => void): Promise<Handle<ManagementDb>>;
  besideWriter<Result>(
    location: Location,
    work: (chain: ChainAdditions) => Promise<Result>,
  ): Promise<Result>;
}

/** What is added to a chain beside its writer; each method is one transaction. */
export interface ChainAdditions {
  /**
   * Discards the token URIs of NFTs, so that URI and metadata are read again.
   *
   * @param tokenId undefined: the whole collection.
   * @returns Number of NFTs, without burnt ones.
   */
  refetchMetadata(collection: Hex, tokenId: bigint | undefined): Promise<number>;
  /** Has the properties of a contract read again. @returns 1 if the contract is known, 0 otherwise. */
  rereadToken(contract: Hex): Promise<number>;
  /**
   * Marks unknown pairs as pending, so that their balances are read and kept up to date. A rollback does not
   * remove them.
   *
   * @returns Number of pairs that were unknown.
   */
  addPairs(pairs: readonly TouchedPair[]): Promise<number>;
  /**
   * Adds what wallets received below the oldest block: unknown pairs become pending, and NFTs that no stored block
   * has moved get their owners. A rollback removes neither, unless it removes all blocks.
   *
   * @returns undefined if a block that it rests on is no longer stored: nothing was added.
   */
  addReceived(received: ReceivedTokens): Promise<AddedReceipts | undefined>;
  /** Has wallets discovered by whoever follows the chain, unless they are. @param oldest Oldest stored block. */
  queueWallets(wallets: readonly Hex[], oldest: number): Promise<unknown>;
}

/** What wallets received below the oldest block, as found in some of its logs. */
export interface ReceivedTokens {
  readonly pairs: readonly TouchedPair[];
  /** NFTs with their present owners. */
  readonly nfts: readonly NftOwner[];
  /** Contracts with transfers that cannot be read, and the wallets that those name; the zero address if none. */
  readonly unrecognized: readonly TouchedPair[];
  /** Wallets whose logs were read; `EVERY_WALLET`: those of all wallets. */
  readonly wallets: readonly Hex[];
  /** Lowest block whose logs have been read, together with those of all blocks above it. */
  readonly lowest: number;
  /** Tips of the store when logs and owners were read. */
  readonly restsOn: readonly BlockName[];
}

/** What was added. */
interface AddedReceipts {
  /** Numbers of tokens that were unknown. */
  readonly pairs: number;
  readonly nfts: number;
  /** Tip, which what is added next rests on. */
  readonly tip: BlockName;
}

/** Why a store is refused, and how to go on. */
export const NEWER_VERSION =
  "was written by a newer version of this program: run that one, or restore a copy from before the upgrade";

/** Thrown if another process writes the chain. */
export class StoreLockedError extends Error {
  override readonly name = "StoreLockedError";

  /** @param place File or schema of the chain, for the message. */
  constructor(place: string, cause?: unknown) {
    super(`${place} is locked by another process`, { cause });
  }
}

/** Thrown if a value cannot be stored, whatever the state of the store. */
export class InvalidValueError extends Error {
  override readonly name = "InvalidValueError";

  constructor(cause: unknown, message = (cause as Error).message) {
    super(message, { cause });
  }
}

/** Whether a value cannot be encoded. A process without memory raises a RangeError as well. */
export function isEncodingError(error: unknown): boolean {
  return (
    [AbiError, RangeError, TypeError].some((kind) => error instanceof kind) &&
    !(error as Error).message.includes("allocation failed")
  );
}

/** Thrown if the store is temporarily unreachable. */
export class StoreUnavailableError extends Error {
  override readonly name = "StoreUnavailableError";

  constructor(cause: unknown, message = "the database cannot be reached") {
    super(message, { cause });
  }
}
