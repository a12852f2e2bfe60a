import type { StoreLocation } from "../store/open.ts";

/** The persistent data of a service, whatever keeps it. */
export interface Deployment<Location extends StoreLocation = StoreLocation> {
  /** Its name in messages, for a person to find it. */
  readonly place: string;
  /** Chains that have data. */
  chains(): Promise<readonly string[]>;
  chain(name: string): Location;
  /** Deployed subgraphs, tags and tokens. */
  readonly management: StoreLocation;
  /** Signing key of cursors; created on first use, then permanent. */
  cursorSecret(): Promise<Uint8Array>;
}
