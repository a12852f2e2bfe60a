import type { Hex, TouchedPair } from "../chain/records.ts";
import type { ChainReader, ChainWriter, WriterOptions } from "./chain-store.ts";
import type { StoreEngine } from "./engine.ts";
import type { ManagementStore } from "./management-store.ts";
import type { PostgresLocation } from "./postgres/engine.ts";
import { type SqliteLocation, sqliteEngine } from "./sqlite/engine.ts";
import type { SubgraphStore } from "./subgraph-store.ts";

export type { PostgresLocation } from "./postgres/engine.ts";
export type { SqliteLocation } from "./sqlite/engine.ts";

/** Where a store is kept. Plain data: it crosses to other threads. */
export type StoreLocation = SqliteLocation | PostgresLocation;

/** Loads an engine. The driver of a database is loaded only where there is one. */
const ENGINES: {
  readonly [Kind in StoreLocation["kind"]]: () => Promise<
    StoreEngine<Extract<StoreLocation, { readonly kind: Kind }>>
  >;
} = {
  postgres: async () => (await import("./postgres/engine.ts")).postgresEngine,
  sqlite: async () => sqliteEngine,
};

/** The engine of a location; that it takes just this kind of location is what the table says. */
function engineOf({ kind }: StoreLocation): Promise<StoreEngine<StoreLocation>> {
  return ENGINES[kind]() as Promise<StoreEngine<StoreLocation>>;
}

/** Opens a chain for reading; see `StoreEngine`. */
export async function openReader(location: StoreLocation): Promise<ChainReader> {
  return (await engineOf(location)).openReader(location);
}

/** Opens a chain for writing; see `StoreEngine`. */
export async function openWriter(
  location: StoreLocation,
  options: WriterOptions,
): Promise<ChainWriter> {
  return (await engineOf(location)).openWriter(location, options);
}

/** Opens the management store; see `StoreEngine`. */
export async function openManagement(
  location: StoreLocation,
  now?: () => number,
): Promise<ManagementStore> {
  return (await engineOf(location)).openManagement(location, now);
}

/** Opens the deployments at graph-node; see `StoreEngine`. */
export async function openSubgraphs(
  location: StoreLocation,
  now?: () => number,
): Promise<SubgraphStore> {
  return (await engineOf(location)).openSubgraphs(location, now);
}

/** Has the metadata of NFTs fetched again; see `StoreEngine`. */
export async function refetchMetadata(
  location: StoreLocation,
  collection: Hex,
  tokenId: bigint | undefined,
): Promise<number> {
  return (await engineOf(location)).refetchMetadata(location, collection, tokenId);
}

/** Has the balances of pairs read; see `StoreEngine`. */
export async function addPairs(
  location: StoreLocation,
  pairs: readonly TouchedPair[],
): Promise<number> {
  return (await engineOf(location)).addPairs(location, pairs);
}
