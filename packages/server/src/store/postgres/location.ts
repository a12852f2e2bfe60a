import type { MigrationPolicy } from "./migrate.ts";

/** A store in a PostgreSQL database, of version 15 or later. */
export interface PostgresLocation {
  readonly kind: "postgres";
  /** `postgres://user@host/database`. */
  readonly url: string;
  /** Schema of the chain; the management store is in the schema `chainkit`. */
  readonly schema: string;
  /** Maximum number of connections for reading. */
  readonly pool?: number;
  /** Blocks per new range. */
  readonly blocksPerRange?: number;
  /** URLs of replicas; absent: the primary is read. */
  readonly replicas?: readonly string[];
  /** Lag after which a replica is left out, in milliseconds. Default: 2,000. */
  readonly maxLagMs?: number;
  /** Blocks after which a replica is left out, however short the time. Default: no limit. */
  readonly maxLagBlocks?: number;
  /** What opening the store may do to its schema. Default: any migration. */
  readonly migration?: MigrationPolicy;
}
