import { createHash } from "node:crypto";
import { NEWER_VERSION } from "../engine.ts";
import { type Queryable, quoted, type Session } from "./connection.ts";
import { commandsOf } from "./statements.ts";

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
   CREATE TABLE :deployment (
     name bytea NOT NULL, version bytea NOT NULL, created_at bigint NOT NULL,
     PRIMARY KEY (name, version)
   );
   CREATE TABLE :tag (
     name bytea NOT NULL, tag bytea NOT NULL, version bytea NOT NULL, created_at bigint NOT NULL,
     PRIMARY KEY (name, tag), FOREIGN KEY (name, version) REFERENCES :deployment
   );
   CREATE INDEX tag_of_version ON :tag (name, version);
   CREATE TABLE :token (
     id text PRIMARY KEY, name bytea NOT NULL, scope text NOT NULL, hash bytea NOT NULL,
     created_at bigint NOT NULL, expires_at bigint
   );
   CREATE TABLE :graph_node (
     name bytea NOT NULL, version bytea NOT NULL, deployment_id text NOT NULL,
     remote_name text NOT NULL UNIQUE, node text, state text NOT NULL, reason text,
     created_at bigint NOT NULL, holder text, until bigint NOT NULL, PRIMARY KEY (name, version)
   );`,
];

/**
 * Migrations of the tables of one chain. Never changed after a release.
 *
 * Untrusted texts are stored as bytes, see `utf8`.
 *
 * `tx` is partitioned by block number, because an index with random inserts becomes slower as it grows.
 * Its addresses are columns of it: rows of a table of their own would take as much space as their index.
 * `is_held` is a column of its own because an index whose condition has `raw` would be written with each balance.
 * `head` is the fence of every write, see `writer.ts`; `since`,
 * `stale`, `token_due`, `dirty_aside`, `nft.aside`, `nft_range`, `possible_nft` and `unrecognized`, and `chain_id` and `orphaned` of `head`, mean what they mean in
 * SQLite.
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

   CREATE TABLE :token (
     address bytea PRIMARY KEY, name bytea, symbol bytea, decimals int, is_erc20 bool NOT NULL,
     is_erc721 bool NOT NULL, stale bool NOT NULL DEFAULT false
   );
   CREATE INDEX token_stale ON :token (address) WHERE stale;
   CREATE TABLE :token_due (
     address bytea PRIMARY KEY, attempts int NOT NULL, due bigint NOT NULL
   );
   CREATE INDEX token_by_due ON :token_due (due);
   CREATE TABLE :balance (
     owner bytea NOT NULL, token bytea NOT NULL, raw bytea NOT NULL, since bigint NOT NULL,
     is_held bool GENERATED ALWAYS AS (raw <> '\\x00') STORED, PRIMARY KEY (owner, token)
   ) WITH (fillfactor = 85);
   CREATE INDEX balance_held ON :balance (owner, token) WHERE is_held;
   CREATE TABLE :dirty (
     owner bytea NOT NULL, token bytea NOT NULL, since bigint NOT NULL, PRIMARY KEY (owner, token)
   ) WITH (fillfactor = 85, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000);
   CREATE TABLE :dirty_aside (
     token bytea NOT NULL, owner bytea NOT NULL, since bigint NOT NULL, PRIMARY KEY (token, owner)
   );
   CREATE INDEX dirty_aside_by_owner ON :dirty_aside (owner, token);
   CREATE TABLE :discovered (owner bytea PRIMARY KEY, lowest bigint NOT NULL);
   CREATE INDEX undiscovered ON :discovered (lowest, owner) WHERE lowest > 0;
   CREATE TABLE :touched (
     block bigint NOT NULL, owner bytea NOT NULL, token bytea NOT NULL,
     PRIMARY KEY (block, owner, token)
   ) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 50000);

   CREATE TABLE :nft (
     collection bytea NOT NULL, token_id bytea NOT NULL, owner bytea NOT NULL, uri bytea,
     metadata text, asked bool NOT NULL DEFAULT false, aside bool NOT NULL DEFAULT false,
     fault text, PRIMARY KEY (collection, token_id)
   ) WITH (fillfactor = 85);
   CREATE INDEX nft_by_owner ON :nft (owner, collection, token_id);
   CREATE INDEX nft_without_uri ON :nft (owner, collection) WHERE NOT asked AND NOT aside;
   CREATE INDEX nft_fault ON :nft (fault) WHERE fault IS NOT NULL;
   CREATE INDEX nft_aside ON :nft (collection) WHERE aside;
   CREATE INDEX nft_aside_by_owner ON :nft (owner, collection) WHERE aside;
   CREATE TABLE :nft_transfer (
     block bigint NOT NULL, time bigint NOT NULL, log_index int NOT NULL, collection bytea NOT NULL,
     token_id bytea NOT NULL, sender bytea NOT NULL, owner bytea NOT NULL,
     PRIMARY KEY (collection, token_id, block, log_index)
   );
   CREATE INDEX nft_transfer_by_block ON :nft_transfer USING brin (block)
     WITH (pages_per_range = 32, autosummarize = on);
   CREATE INDEX nft_mint ON :nft_transfer (collection, token_id, block, log_index)
     WHERE sender = '\\x0000000000000000000000000000000000000000';
   CREATE TABLE :nft_range (
     collection bytea NOT NULL, first_id bytea NOT NULL, last_id bytea NOT NULL, sender bytea NOT NULL,
     owner bytea NOT NULL, block bigint NOT NULL, time bigint NOT NULL, log_index int NOT NULL,
     PRIMARY KEY (collection, first_id, block, log_index)
   );
   CREATE INDEX nft_range_by_owner ON :nft_range (owner, collection, first_id);
   CREATE INDEX nft_range_by_block ON :nft_range (block);
   CREATE TABLE :possible_nft (
     collection bytea NOT NULL, block bigint NOT NULL, log_index int NOT NULL, time bigint NOT NULL,
     token_id bytea NOT NULL, sender bytea NOT NULL, owner bytea NOT NULL,
     PRIMARY KEY (collection, block, log_index)
   );
   CREATE TABLE :unrecognized (
     owner bytea NOT NULL, contract bytea NOT NULL, block bigint NOT NULL,
     PRIMARY KEY (owner, contract, block)
   );
   CREATE INDEX unrecognized_by_contract ON :unrecognized (contract);
   CREATE INDEX unrecognized_by_block ON :unrecognized (block);
   CREATE TABLE :metadata_due (
     collection bytea NOT NULL, token_id bytea NOT NULL, attempts int NOT NULL, due bigint NOT NULL,
     PRIMARY KEY (collection, token_id)
   );
   CREATE INDEX metadata_by_due ON :metadata_due (due);
   CREATE INDEX metadata_of_collection ON :metadata_due (collection, due);
   CREATE TABLE :set_aside (
     contract bytea PRIMARY KEY, reason bytea NOT NULL, attempts int NOT NULL, due bigint NOT NULL,
     trying bool NOT NULL DEFAULT false
   );
   CREATE INDEX set_aside_by_due ON :set_aside (due);`,
];

/** Schema of the data that a deployment shares. */
export const SHARED_SCHEMA = "chainkit";

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
 * Ensures that a schema has the tables of this version; one that is missing is created.
 *
 * @throws SchemaOutdatedError if it has older ones, or none that this role may create.
 * @throws Error if another or a newer version of this program created the schema.
 */
export async function ensureSchema(
  session: Session,
  schema: string,
  steps: readonly string[],
): Promise<void> {
  const done = await appliedSteps(session, schema, steps);
  if (done === steps.length) {
    return;
  }
  if (done !== undefined) {
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
