import { createHash } from "node:crypto";
import type { Client } from "pg";
import { quoted, type Session } from "./connection.ts";
import { inSchema } from "./statements.ts";

/** The schema of what a deployment has once. */
export const SHARED_SCHEMA = "chainkit";

/** Any number: who migrates waits for whoever does. */
const MIGRATION_LOCK = 7_246_893;

/**
 * Creates a schema and brings its tables up to date, in one transaction; several processes may do so
 * at once.
 *
 * @param steps What makes the tables, in order; those the schema has been through are left out.
 * @returns Number of the steps that were run.
 * @throws Error if a newer version of this program wrote the schema, or another one than this.
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
      // Distributed engines refuse several commands in one text.
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
