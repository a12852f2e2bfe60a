import type { KeyObject } from "node:crypto";
import type { CursorKeys } from "../http/cursor.ts";
import type { StoreLocation } from "../store/open.ts";

/** Keys of cursors, kept up to date until closed. */
export interface OpenCursorKeys {
  readonly keys: CursorKeys;
  /** Reason why the key is not stored, so that cursors are valid until the next restart only. */
  readonly trouble?: string;
  close(): void;
}

/** Migrations that were applied to a schema. */
export interface MigratedSchema {
  readonly schema: string;
  readonly applied: number;
}

/** The persistent data of a service: a data folder or a database. */
export interface Deployment<Location extends StoreLocation = StoreLocation> {
  /** Path or host, for messages. */
  readonly place: string;
  /** Chains that have data. */
  chains(): Promise<readonly string[]>;
  chain(name: string): Location;
  /** Store of subgraph versions, tags and tokens. */
  readonly management: StoreLocation;
  /** Opens the signing keys of cursors, the first of which is created on first use. */
  openCursorKeys(): Promise<OpenCursorKeys>;
  /** Returns the keys of cursors; the first one signs. None is created. */
  storedCursorKeys(): Promise<readonly KeyObject[]>;
  /**
   * Adds keys of another deployment, whose cursors are accepted from then on.
   *
   * @returns false if only one key can be stored, and there is another one.
   */
  addCursorKeys(keys: readonly KeyObject[]): Promise<boolean>;
  /**
   * Brings all schemas up to date. Absent: files are migrated when they are opened.
   *
   * @param newChains Chains whose schemas are created, if they do not exist.
   */
  migrate?(newChains: readonly string[]): Promise<readonly MigratedSchema[]>;
  /**
   * Adds a key of cursors. Absent: there is one key.
   *
   * @param acceptSeconds Time for which cursors of former keys are accepted.
   * @returns Number of former keys that are accepted until then.
   */
  rotateCursorKey?(acceptSeconds: number): Promise<number>;
  /** Whether requests should be spared from reading tokens; absent: reading one is cheap. */
  readonly isRemote?: boolean;
}
