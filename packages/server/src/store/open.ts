import type { StoreEngine } from "./engine.ts";
import { type ManagementStore, managementStore } from "./management-store.ts";
import type { PostgresLocation } from "./postgres/schema.ts";
import type { SqliteLocation } from "./sqlite/engine.ts";
import { type SubgraphStore, subgraphStore } from "./subgraph-store.ts";

export type { PostgresLocation } from "./postgres/schema.ts";
export type { SqliteLocation } from "./sqlite/engine.ts";

/** Location of a store. Plain data, because it is passed to worker threads. */
export type StoreLocation = SqliteLocation | PostgresLocation;

type Engine = StoreEngine<StoreLocation>;

/** Loads the engine of a location: each only if it is needed. */
async function engineOf({ kind }: StoreLocation): Promise<Engine> {
  const engine =
    kind === "sqlite"
      ? (await import("./sqlite/engine.ts")).sqliteEngine
      : (await import("./postgres/engine.ts")).postgresEngine;
  return engine as Engine;
}

/**
 * Opens a chain for reading, concurrently with its writer; creates it if it does not exist.
 *
 * @throws Error if a newer version of this program wrote it, or if it is not a store.
 */
export const openReader: Engine["openReader"] = async (location) =>
  (await engineOf(location)).openReader(location);

/**
 * Opens a chain for writing, and creates it if it does not exist. The lock is held until the chain is closed or the
 * process ends for any reason.
 *
 * @throws StoreLockedError if another process holds the lock.
 * @throws Error as `openReader`.
 */
export const openWriter: Engine["openWriter"] = async (location, options) =>
  (await engineOf(location)).openWriter(location, options);

/** Changes a chain beside its writer, on a connection of its own. */
export const besideWriter: Engine["besideWriter"] = async (location, work) =>
  (await engineOf(location)).besideWriter(location, work);

/**
 * Opens the management store, and creates it if it does not exist.
 *
 * @param now Clock, in Unix seconds.
 * @param onOpened Given if methods may reject until the store can be opened: called when that succeeds later.
 * @throws Error if it cannot be opened, unless `onOpened` is given.
 */
export async function openManagement(
  location: StoreLocation,
  now?: () => number,
  onOpened?: () => void,
): Promise<ManagementStore> {
  const engine = await engineOf(location);
  return managementStore(await engine.openManagementData(location, onOpened), now);
}

/**
 * Opens the store of deployments at graph-node, in the same place as the management store.
 *
 * @param now Clock, in Unix milliseconds.
 * @throws Error if it cannot be opened.
 */
export async function openSubgraphs(
  location: StoreLocation,
  now?: () => number,
): Promise<SubgraphStore> {
  const engine = await engineOf(location);
  return subgraphStore(await engine.openManagementData(location), now);
}
