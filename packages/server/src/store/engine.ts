import type { Hex, TouchedPair } from "../chain/records.ts";
import type { ChainReader, ChainWriter, WriterOptions } from "./chain-store.ts";
import type { ManagementStore } from "./management-store.ts";
import type { SubgraphStore } from "./subgraph-store.ts";

/** What keeps stores: the one place that knows its database. */
export interface StoreEngine<Location> {
  /**
   * Opens a chain for reading beside its writer, and creates it if it is not there.
   *
   * @throws Error if a newer version of this program wrote it, or if it is not a store.
   */
  openReader(location: Location): Promise<ChainReader>;
  /**
   * Opens a chain for writing, and creates it if it is not there. Until it is closed, or its process
   * ends in whatever way, nobody else can.
   *
   * @throws StoreLockedError if another process writes it.
   * @throws Error if a newer version of this program wrote it, or if it is not a store.
   */
  openWriter(location: Location, options: WriterOptions): Promise<ChainWriter>;
  /**
   * Opens the management store, and creates it if it is not there.
   *
   * @param now Clock, in Unix seconds.
   * @throws Error if a newer version of this program wrote it, or if it is not a store.
   */
  openManagement(location: Location, now?: () => number): Promise<ManagementStore>;
  /**
   * Opens the deployments at graph-node, beside the management store.
   *
   * @param now Clock, in Unix milliseconds.
   * @throws Error as `openManagement` does.
   */
  openSubgraphs(location: Location, now?: () => number): Promise<SubgraphStore>;
  /**
   * Forgets where the metadata of NFTs is, beside whoever writes the chain, so that their contract is
   * asked for the URI again and it is fetched again.
   *
   * @param tokenId undefined: all of the collection.
   * @returns Number of these NFTs; burnt ones do not count.
   */
  refetchMetadata(
    location: Location,
    collection: Hex,
    tokenId: bigint | undefined,
  ): Promise<number>;
  /**
   * Makes pairs dirty of which nothing is known, beside whoever writes the chain, so that their balances
   * are read from the node, and kept from then on. No rollback removes them.
   *
   * @returns Number of these pairs.
   */
  addPairs(location: Location, pairs: readonly TouchedPair[]): Promise<number>;
}

/** A chain that another process writes. */
export class StoreLockedError extends Error {
  override readonly name = "StoreLockedError";

  /** @param place Where the chain is kept, for a person to find it. */
  constructor(place: string, cause?: unknown) {
    super(`${place} is locked by another process`, { cause });
  }
}

/** A store that cannot be reached for now. */
export class StoreUnavailableError extends Error {
  override readonly name = "StoreUnavailableError";

  constructor(cause: unknown) {
    super("the database cannot be reached", { cause });
  }
}
