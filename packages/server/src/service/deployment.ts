import type { StoreLocation } from "../store/open.ts";

/** The persistent data of a service: a data folder or a database. */
export interface Deployment<Location extends StoreLocation = StoreLocation> {
  /** Path or host, for messages. */
  readonly place: string;
  /** Chains that have data. */
  chains(): Promise<readonly string[]>;
  chain(name: string): Location;
  /** Store of subgraph versions, tags and tokens. */
  readonly management: StoreLocation;
  /** Returns the signing key of cursors, which is created on first use. */
  cursorSecret(): Promise<Uint8Array>;
}
