import { withSession } from "./connection.ts";
import type { ChainLocation } from "./ranges.ts";
import {
  CHAIN_STEPS,
  ensureSchema,
  SchemaOutdatedError,
  SHARED_SCHEMA,
  SHARED_STEPS,
} from "./schema.ts";

/** A store in a PostgreSQL database, of version 15 or later. */
export interface PostgresLocation extends ChainLocation {
  readonly kind: "postgres";
  /** URL of the replica to read; absent: the primary is read. */
  readonly readFrom?: string | undefined;
}

/** Creates or checks the tables of a location. */
export function prepare(location: PostgresLocation): Promise<void> {
  const { schema } = location;
  return withSession(location, async (session) => {
    await ensureSchema(session, SHARED_SCHEMA, SHARED_STEPS);
    if (schema !== SHARED_SCHEMA) {
      await ensureSchema(session, schema, CHAIN_STEPS);
    }
  });
}

/** A replica continues to serve while the primary is unavailable. */
export async function prepareUnlessDown(location: PostgresLocation): Promise<void> {
  await prepare(location).catch((error: Error) => {
    if (location.readFrom === undefined || error instanceof SchemaOutdatedError) {
      throw error;
    }
  });
}
