import type { KeyObject } from "node:crypto";
import { StoreLockedError } from "../store/engine.ts";
import type { StoreLocation } from "../store/open.ts";

export interface StoredCursorKey {
  readonly key: KeyObject;
  /** Reason why the key is not stored, so that cursors are valid until the next restart only. */
  readonly trouble?: string;
}

export interface MigratedSchema {
  readonly schema: string;
  readonly applied: number;
}

/** The persistent data of a service: a data folder or a database. */
export interface Storage<Location extends StoreLocation = StoreLocation> {
  /** Path or host, for messages. */
  readonly place: string;
  /** Chains that have data. */
  chains(): Promise<readonly string[]>;
  chain(name: string): Location;
  /** Store of subgraph versions, tags and tokens. */
  readonly management: Location;
  /** Returns the key of cursors, which is created on first use. */
  cursorKey(): Promise<StoredCursorKey>;
  /**
   * Brings all schemas up to date. Absent: files are migrated when they are opened.
   *
   * @param newChains Chains whose schemas are created, if they do not exist.
   */
  migrate?(newChains: readonly string[]): Promise<readonly MigratedSchema[]>;
}

/** Creates a handler of errors that says what to do if another process writes the data. */
export function lockedUnless(fix: string): (error: unknown) => never {
  return (error) => {
    const isLocked = error instanceof StoreLockedError;
    throw isLocked ? new Error(`${error.message}: ${fix}`, { cause: error }) : error;
  };
}
