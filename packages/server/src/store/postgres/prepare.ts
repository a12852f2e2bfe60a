import { openSession } from "./connection.ts";
import type { PostgresLocation } from "./location.ts";
import { ensureSchema, SchemaOutdatedError, SHARED_SCHEMA } from "./migrate.ts";
import { CHAIN_STEPS, SHARED_STEPS } from "./schema.ts";

/** Creates or checks the tables of a location. */
export async function prepare(location: PostgresLocation): Promise<void> {
  const { schema, migration = "migrate" } = location;
  const session = await openSession(location);
  try {
    await ensureSchema(session, SHARED_SCHEMA, SHARED_STEPS, migration);
    if (schema !== SHARED_SCHEMA) {
      await ensureSchema(session, schema, CHAIN_STEPS, migration);
    }
  } finally {
    await session.close();
  }
}

/** Replicas continue to serve while the primary is unavailable. */
export async function prepareUnlessDown(location: PostgresLocation): Promise<void> {
  const hasReplicas = location.replicas !== undefined && location.replicas.length > 0;
  await prepare(location).catch((error: Error) => {
    if (!hasReplicas || error instanceof SchemaOutdatedError) {
      throw error;
    }
  });
}
