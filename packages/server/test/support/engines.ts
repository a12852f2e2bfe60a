import { basename, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect, onTestFinished } from "vitest";
import { UNDO_BLOCKS } from "../../src/chain/profiles.ts";
import type { ChainReader } from "../../src/store/chain-reader.ts";
import type { ChainWriter } from "../../src/store/chain-writer.ts";
import type { ManagementStore } from "../../src/store/management-store.ts";
import {
  openManagement,
  openReader,
  openSubgraphs,
  openWriter,
  type StoreLocation,
} from "../../src/store/open.ts";
import { readUnchanged } from "../../src/store/read-unchanged.ts";
import type { SubgraphStore } from "../../src/store/subgraph-store.ts";
import { GIVEN, lendDatabase } from "./postgres/database.ts";
import { temporaryFolder } from "./support.ts";
import { isThorough } from "./thorough.ts";

/** A kind of store that has to behave as all others do. */
export interface Engine {
  readonly name: string;
  /** A place without a store, until the test ends. */
  place(): Promise<StoreLocation>;
  openReader(location: StoreLocation): Promise<ChainReader>;
  openWriter(location: StoreLocation): Promise<ChainWriter>;
  openManagement(location: StoreLocation, now?: () => number): Promise<ManagementStore>;
  openSubgraphs(location: StoreLocation, now?: () => number): Promise<SubgraphStore>;
}

export const SQLITE: Engine = engine("SQLite", sqlitePlace);
export const POSTGRES: Engine = engine("PostgreSQL", postgresPlace);

/** A store whose network is slow. It proves again what the others do, and is tried each night. */
export const LATE: Engine = late(engine("SQLite, late and out of order", sqlitePlace));

/** Every kind of store. Another database is one line here, and a function that makes a place in it. */
export const ENGINES: readonly Engine[] = [SQLITE, POSTGRES];

/** All of them, and a slow one each night. */
export const ENGINES_OF_TODAY: readonly Engine[] = isThorough ? [...ENGINES, LATE] : ENGINES;

/**
 * A kind of store for tests of what is built upon them, and each night all: that the kinds behave alike is what the tests
 * in `store` prove. Files take turns.
 */
export function someEngines(): readonly Engine[] {
  const { testPath = "" } = expect.getState();
  return isThorough ? ENGINES_OF_TODAY : [basename(testPath).length % 2 === 0 ? SQLITE : POSTGRES];
}

/** An empty store of each of these kinds, until the test ends. */
export const someStores = () => emptyStores(someEngines());

/** An empty store of each kind, until the test ends. */
export function emptyStores(engines = ENGINES): Promise<readonly ChainWriter[]> {
  const stores = engines.map(async ({ place, openWriter }) =>
    untilEnd(await openWriter(await place())),
  );
  return Promise.all(stores);
}

/** A store of the default kind without any blocks, until the test ends. */
export async function emptyStore(
  file = join(temporaryFolder(), "chain.sqlite"),
): Promise<ChainWriter> {
  return untilEnd(await openWriter({ kind: "sqlite", file }, { undoBlocks: UNDO_BLOCKS }));
}

/** A management store of the default kind, until the test ends. */
export async function emptyManagement(): Promise<ManagementStore> {
  const file = join(temporaryFolder(), "management.sqlite");
  return untilEnd(await openManagement({ kind: "sqlite", file }));
}

/** Closes a store when the test ends. */
export function untilEnd<Store extends { close(): Promise<void> }>(store: Store): Store {
  onTestFinished(() => store.close());
  return store;
}

async function sqlitePlace(): Promise<StoreLocation> {
  return { kind: "sqlite", file: join(temporaryFolder(), "store.sqlite") };
}

let places = 0;

/** A database of its own on the server of this file's tests. */
async function postgresPlace(): Promise<StoreLocation> {
  const { url } = await lendDatabase();
  // A given database is shared by all places of a test.
  places += 1;
  const schema = GIVEN === undefined ? "chain_ethereum" : `chain_place_${places}`;
  return { kind: "postgres", url, schema };
}

function engine(name: string, place: () => Promise<StoreLocation>): Engine {
  return {
    name,
    place,
    openReader,
    openWriter: (location) => openWriter(location, { undoBlocks: UNDO_BLOCKS }),
    openManagement,
    openSubgraphs,
  };
}

/**
 * The same kind of store behind a slow network: a call begins and ends some milliseconds late, and of
 * two that are made together either may be done first.
 */
function late(engine: Engine): Engine {
  return {
    ...engine,
    openReader: async (location) => delayedChain(await engine.openReader(location)),
    openWriter: async (location) => delayedChain(await engine.openWriter(location)),
    openManagement: async (location, now) => delayed(await engine.openManagement(location, now)),
    openSubgraphs: async (location, now) => delayed(await engine.openSubgraphs(location, now)),
  };
}

/** What such a store knows of a chain, it knows only by a request. */
function delayedChain<Chain extends ChainReader>(chain: Chain): Chain {
  const late: Chain = {
    ...delayed(chain),
    damage: () => undefined,
    revision: () => undefined,
    readWithExtent: (of, read) => readUnchanged(late, of, read),
  };
  return late;
}

function delayed<Store extends object>(store: Store): Store {
  const pause = () => wait(Math.random() * 3);
  const methods = Object.entries(store).map(([name, method]) => [
    name,
    async (...args: unknown[]) => {
      await pause();
      const result = await method(...args);
      await pause();
      return result;
    },
  ]);
  return Object.fromEntries(methods) as Store;
}
