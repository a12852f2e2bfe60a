import type { Hex } from "../chain/records.ts";
import type { ChainReader, ChainWriter, WriterOptions } from "./chain-store.ts";
import type { StoreEngine } from "./engine.ts";
import type { ManagementStore } from "./management-store.ts";
import { type SqliteLocation, sqliteEngine } from "./sqlite/engine.ts";
import type { SubgraphStore } from "./subgraph-store.ts";

/** Where a store is kept. Plain data: it crosses to other threads. */
export type StoreLocation = SqliteLocation;

const ENGINES: {
  readonly [Kind in StoreLocation["kind"]]: StoreEngine<
    Extract<StoreLocation, { readonly kind: Kind }>
  >;
} = { sqlite: sqliteEngine };

/** Opens a chain for reading; see `StoreEngine`. */
export function openReader(location: StoreLocation): Promise<ChainReader> {
  return ENGINES[location.kind].openReader(location);
}

/** Opens a chain for writing; see `StoreEngine`. */
export function openWriter(location: StoreLocation, options: WriterOptions): Promise<ChainWriter> {
  return ENGINES[location.kind].openWriter(location, options);
}

/** Opens the management store; see `StoreEngine`. */
export function openManagement(
  location: StoreLocation,
  now?: () => number,
): Promise<ManagementStore> {
  return ENGINES[location.kind].openManagement(location, now);
}

/** Opens the deployments at graph-node; see `StoreEngine`. */
export function openSubgraphs(location: StoreLocation, now?: () => number): Promise<SubgraphStore> {
  return ENGINES[location.kind].openSubgraphs(location, now);
}

/** Has the metadata of NFTs fetched again; see `StoreEngine`. */
export function refetchMetadata(
  location: StoreLocation,
  collection: Hex,
  tokenId: bigint | undefined,
): Promise<number> {
  return ENGINES[location.kind].refetchMetadata(location, collection, tokenId);
}
