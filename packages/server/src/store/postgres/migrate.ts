import { createHash } from "node:crypto";
import type { Client } from "pg";
import { quoted, type Session } from "./connection.ts";
import { inSchema } from "./statements.ts";

/** Schema of the data that a deployment shares. */
export const SHARED_SCHEMA = "chainkit";

/** Key of the advisory lock that serializes migrations; an arbitrary number. */
const MIGRATION_LOCK = 7_246_893;

/**
 * Creates a schema and migrates its tables, in one transaction; safe to run in several processes at
 * once.
 *
 * @param steps Migrations in order; those already applied are skipped.
 * @returns Number of migrations applied.
 * @throws Error if another or a newer version of this program created the schema.
 */
export function migrate(
  session: Session,
  schema: string,
  steps: readonly string[],
): Promise<number> {
  return session.transaction(async (_, client) => {
    await client.query("SELECT pg_advisory_xact_lock($1)", [MIGRATION_LOCK]);
    return migrateLocked(client, schema, steps);
  });
}

async function migrateLocked(
  client: Client,
  schema: string,
  steps: readonly string[],
): Promise<number> {
  const table = `${quoted(schema)}.migration`;
  await client.query(`CREATE SCHEMA IF NOT EXISTS ${quoted(schema)}`);
  await client.query(
    `CREATE TABLE IF NOT EXISTS ${table} (step int PRIMARY KEY, sha256 text NOT NULL,
       done_at timestamptz NOT NULL DEFAULT now())`,
  );
  const { rows } = await client.query<{ sha256: string }>(
    `SELECT sha256 FROM ${table} ORDER BY step`,
  );
  if (rows.length > steps.length) {
    throw new Error(`schema ${schema} was written by a newer version of this program`);
  }
  for (const [at, step] of steps.entries()) {
    const sha256 = createHash("sha256").update(step).digest("hex");
    const done = rows[at]?.sha256;
    if (done !== undefined && done !== sha256) {
      throw new Error(`schema ${schema} has another step ${at + 1} than this program`);
    }
    if (done === undefined) {
      // Distributed engines reject several commands in one query.
      for (const command of inSchema(step, schema)
        .split(/;\s*(?:\n|$)/)
        .filter(Boolean)) {
        await client.query(command);
      }
      await client.query(`INSERT INTO ${table} (step, sha256) VALUES ($1, $2)`, [at + 1, sha256]);
    }
  }
  return steps.length - rows.length;
}
