import { createHash } from "node:crypto";
import { NEWER_VERSION } from "../engine.ts";
import { type Queryable, quoted, type Session } from "./connection.ts";
import { commandsOf } from "./statements.ts";

/** Schema of the data that a deployment shares. */
export const SHARED_SCHEMA = "chainkit";

/** What opening a store may do to its schema: any migration, or only create a missing schema. */
export type MigrationPolicy = "migrate" | "create";

/** Thrown if a schema must be migrated, which opening a store does not do by itself. */
export class SchemaOutdatedError extends Error {
  override readonly name = "SchemaOutdatedError";

  constructor(schema: string, state: string, cause?: unknown) {
    super(
      `schema ${schema} ${state}: run "npx @chainkit/server migrate" with the same --database, ` +
        "as the owner of the schemas",
      { cause },
    );
  }
}

/** Key of the advisory lock that serializes migrations; an arbitrary number. */
const MIGRATION_LOCK = 7_246_893;
const INSUFFICIENT_PRIVILEGE = "42501";

/**
 * Ensures that a schema has the tables of this version.
 *
 * @throws SchemaOutdatedError if it has older ones, or none that this role may create, and the policy
 *   is "create".
 * @throws Error if another or a newer version of this program created the schema.
 */
export async function ensureSchema(
  session: Session,
  schema: string,
  steps: readonly string[],
  policy: MigrationPolicy,
): Promise<void> {
  const done = await appliedSteps(session, schema, steps);
  if (done === steps.length) {
    return;
  }
  if (policy === "create" && done !== undefined) {
    throw new SchemaOutdatedError(schema, `has ${done} of ${steps.length} migrations`);
  }
  await migrate(session, schema, steps).catch((error: Error & { code?: string }) => {
    throw error.code === INSUFFICIENT_PRIVILEGE
      ? new SchemaOutdatedError(schema, "may not be migrated by this role", error)
      : error;
  });
}

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
  const command = commandsOf(schema);
  return session.transaction(async (db) => {
    await db.run(command`SELECT pg_advisory_xact_lock(${MIGRATION_LOCK})`);
    await db.run({ text: `CREATE SCHEMA IF NOT EXISTS ${quoted(schema)}` });
    await db.run(command`CREATE TABLE IF NOT EXISTS :migration (step int PRIMARY KEY,
      sha256 text NOT NULL, done_at timestamptz NOT NULL DEFAULT now())`);
    const done = (await appliedSteps(db, schema, steps)) ?? 0;
    for (const [at, step] of steps.entries()) {
      if (at < done) {
        continue;
      }
      // Distributed engines reject several commands in one query.
      for (const text of step.split(/;\s*(?:\n|$)/).filter(Boolean)) {
        await db.run(command`${text}`);
      }
      await db.run(
        command`INSERT INTO :migration (step, sha256) VALUES ($1, $2)`,
        at + 1,
        sha256(step),
      );
    }
    return steps.length - done;
  });
}

/** Returns the number of migrations that a schema has; undefined if there is none. */
async function appliedSteps(
  db: Queryable,
  schema: string,
  steps: readonly string[],
): Promise<number | undefined> {
  const command = commandsOf(schema);
  const known = command`SELECT 1 FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
    WHERE n.nspname = $1 AND c.relname = 'migration'`;
  if ((await db.run(known, schema)).rows.length === 0) {
    return undefined;
  }
  const { rows } = await db.run(command`SELECT sha256 FROM :migration ORDER BY step`);
  if (rows.length > steps.length) {
    throw new Error(`schema ${schema} ${NEWER_VERSION}`);
  }
  const other = rows.findIndex((row, at) => row.sha256 !== sha256(steps[at] ?? ""));
  if (other !== -1) {
    throw new Error(`migration ${other + 1} of schema ${schema} differs from that of this version`);
  }
  return rows.length;
}

function sha256(step: string): string {
  return createHash("sha256").update(step).digest("hex");
}
