import { createHash } from "node:crypto";
import { NEWER_VERSION } from "../engine.ts";
import { CHAIN_TABLES, MANAGEMENT_TABLES, withTypes } from "../schema.ts";
import { type Queryable, quoted, type Session, withSession } from "./connection.ts";
import type { ChainLocation } from "./ranges.ts";
import { commandsOf } from "./statements.ts";

/** Untrusted texts are stored as bytes, see `utf8`. */
const TYPES = {
  bytes: "bytea",
  word: "bytea",
  utf8: "bytea",
  int: "bigint",
  small: "int",
  bool: "bool",
  text: "text",
};

/** Migrations of the shared tables of a deployment. Never changed after a release. */
export const SHARED_STEPS: readonly string[] = [
  `CREATE TABLE :writer (
     chain text PRIMARY KEY, epoch bigint NOT NULL DEFAULT 0, holder text,
     until timestamptz NOT NULL DEFAULT '-infinity', node_head bigint, settled bytea,
     trouble bytea, seen_at timestamptz
   ) WITH (fillfactor = 50);
   CREATE TABLE :cursor_key (
     value bytea PRIMARY KEY, signs_from timestamptz NOT NULL,
     accepted_until timestamptz NOT NULL DEFAULT 'infinity'
   );
   INSERT INTO :cursor_key (value, signs_from)
     VALUES (uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()), '-infinity');
   ${withTypes(MANAGEMENT_TABLES, TYPES)}`,
];

/**
 * Migrations of the tables of one chain. Never changed after a release.
 *
 * `tx` is partitioned by block number, because an index with random inserts becomes slower as it grows.
 * Its addresses are columns of it: rows of a table of their own would take as much space as their index.
 * `is_held` is a column of its own because an index whose condition has `raw` would be written with each balance.
 * `head` is the fence of every write, see `lease.ts`.
 */
export const CHAIN_STEPS: readonly string[] = [
  `CREATE TABLE :head (
     one bool PRIMARY KEY DEFAULT true CHECK (one), epoch bigint NOT NULL DEFAULT 0,
     number bigint, hash bytea, generation bigint NOT NULL DEFAULT 0,
     chain_id bigint, orphaned bytea
   ) WITH (fillfactor = 10);
   INSERT INTO :head DEFAULT VALUES;
   CREATE TABLE :block (
     number bigint PRIMARY KEY, hash bytea NOT NULL, time bigint NOT NULL, body text NOT NULL
   );
   CREATE TABLE :tx (
     id bigint NOT NULL, hash bytea NOT NULL, sender bytea NOT NULL, recipient bytea, created bytea,
     input bytea NOT NULL, numbers text NOT NULL
   ) PARTITION BY RANGE (id);

   ${withTypes(CHAIN_TABLES, TYPES)}
   ALTER TABLE :balance ADD COLUMN is_held bool GENERATED ALWAYS AS (raw <> '\\x00') STORED;
   CREATE INDEX balance_held ON :balance (owner, token) WHERE is_held;
   CREATE INDEX nft_transfer_by_block ON :nft_transfer USING brin (block)
     WITH (pages_per_range = 32, autosummarize = on);
   CREATE INDEX nft_mint ON :nft_transfer (collection, token_id, block, log_index)
     WHERE sender = '\\x0000000000000000000000000000000000000000';
   ALTER TABLE :balance SET (fillfactor = 85);
   ALTER TABLE :nft SET (fillfactor = 85);
   ALTER TABLE :dirty SET (fillfactor = 85, autovacuum_vacuum_scale_factor = 0,
     autovacuum_vacuum_threshold = 20000);
   ALTER TABLE :touched SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 50000);`,
];

/** Schema of the data that a deployment shares. */
export const SHARED_SCHEMA = "chainkit";

function stepsOf(schema: string): readonly string[] {
  return schema === SHARED_SCHEMA ? SHARED_STEPS : CHAIN_STEPS;
}

/** Thrown if a schema must be migrated, which opening a store does not do by itself. */
class SchemaOutdatedError extends Error {
  override readonly name = "SchemaOutdatedError";

  constructor(schema: string, state: string, cause?: unknown) {
    super(
      `schema ${schema} ${state}: run "npx @chainkit/server migrate" with the same --database, ` +
        "as the owner of the schemas",
      { cause },
    );
  }
}

/** A store in a PostgreSQL database, of version 15 or later. */
export interface PostgresLocation extends ChainLocation {
  readonly kind: "postgres";
  /** URL of the replica to read; absent: the primary is read. */
  readonly readFrom?: string | undefined;
}

/** Creates or checks the tables of a location. */
export function prepare(location: PostgresLocation): Promise<void> {
  return withSession(location, async (session) => {
    for (const schema of new Set([SHARED_SCHEMA, location.schema])) {
      await ensureSchema(session, schema);
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

/** Key of the advisory lock that serializes migrations; an arbitrary number. */
const MIGRATION_LOCK = 7_246_893;
const INSUFFICIENT_PRIVILEGE = "42501";

/**
 * Ensures that a schema has the tables of this version; one that is missing is created.
 *
 * @throws SchemaOutdatedError if it has older ones, or none that this role may create.
 * @throws Error if another or a newer version of this program created the schema.
 */
export async function ensureSchema(session: Session, schema: string): Promise<void> {
  const steps = stepsOf(schema);
  const done = await appliedSteps(session, schema, steps);
  if (done === steps.length) {
    return;
  }
  if (done !== undefined) {
    throw new SchemaOutdatedError(schema, `has ${done} of ${steps.length} migrations`);
  }
  await migrate(session, schema).catch((error: Error & { code?: string }) => {
    throw error.code === INSUFFICIENT_PRIVILEGE
      ? new SchemaOutdatedError(schema, "may not be migrated by this role", error)
      : error;
  });
}

/**
 * Creates a schema and migrates its tables, in one transaction; safe to run in several processes at
 * once.
 *
 * @returns Number of migrations applied.
 * @throws Error if another or a newer version of this program created the schema.
 */
export function migrate(session: Session, schema: string): Promise<number> {
  const steps = stepsOf(schema);
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
