import { StoreUnavailableError } from "../engine.ts";
import type {
  Deployment,
  ManagementStore,
  StoredToken,
  Tag,
  TokenScope,
} from "../management-store.ts";
import { COMMIT, committing } from "./commit.ts";
import type { ReadPool, Row, Rows } from "./connection.ts";
import { SHARED_SCHEMA } from "./migrate.ts";
import { statementsOf } from "./statements.ts";
import { textOf, utf8 } from "./values.ts";

/** Creates the management store. Each method is one statement, and so one transaction. */
export function openManagementStore(
  db: ReadPool,
  now: () => number = () => Math.floor(Date.now() / 1000),
): ManagementStore {
  const sql = statementsOf(SHARED_SCHEMA);
  const has = sql`SELECT 1 FROM :deployment WHERE name = $1 AND version = $2`;
  const durably = (write: string) => sql`${committing("durable", write)}`;
  const add = durably("INSERT INTO :deployment VALUES ($1, $2, $3) ON CONFLICT DO NOTHING");
  const deployments = sql`SELECT name, version, created_at FROM :deployment
    ORDER BY name, created_at, version`;
  const remove = sql`WITH it AS MATERIALIZED (
      SELECT name, version FROM :deployment WHERE name = $1 AND version = $2 FOR UPDATE
    ), gone AS (
      DELETE FROM :deployment AS d USING it WHERE d.name = it.name AND d.version = it.version
        AND NOT EXISTS (SELECT 1 FROM :tag AS t WHERE t.name = $1 AND t.version = $2)
        RETURNING 1
    ) SELECT EXISTS (SELECT 1 FROM it) AS known, EXISTS (SELECT 1 FROM gone) AS removed,
      (SELECT ${COMMIT.durable} FROM gone)`;
  // A tag that already points there retains its time, so that the call is idempotent.
  const setTag = sql`WITH it AS MATERIALIZED (
      SELECT name, version FROM :deployment WHERE name = $1 AND version = $2 FOR SHARE
    ), set AS (
      INSERT INTO :tag AS t (name, version, tag, created_at)
      SELECT name, version, $3, $4 FROM it
      ON CONFLICT (name, tag) DO UPDATE SET version = excluded.version,
        created_at = excluded.created_at WHERE t.version <> excluded.version
      RETURNING 1
    ) SELECT (SELECT ${COMMIT.durable} FROM set) FROM it`;
  const deleteTag = durably("DELETE FROM :tag WHERE name = $1 AND version = $2 AND tag = $3");
  const tags = sql`SELECT tag, created_at FROM :tag WHERE name = $1 AND version = $2
    ORDER BY created_at DESC, tag`;
  const addToken = durably("INSERT INTO :token VALUES ($1, $2, $3, decode($4, 'hex'), $5, $6)");
  const columns = "id, name, scope, hash, created_at, expires_at";
  const token = sql`SELECT ${columns} FROM :token WHERE id = $1`;
  const tokens = sql`SELECT ${columns} FROM :token ORDER BY created_at, id`;
  const deleteToken = durably("DELETE FROM :token WHERE id = $1");

  return {
    addDeployment: async (name, version) =>
      (await db.run(add, utf8(name), utf8(version), now())).count === 1,
    hasDeployment: async (name, version) =>
      (await db.run(has, utf8(name), utf8(version))).rows.length > 0,
    listDeployments: async () => (await db.run(deployments)).rows.map(deploymentOf),
    async removeDeployment(name, version) {
      const [row] = (await db.run(remove, utf8(name), utf8(version)).catch(taggedMeanwhile)).rows;
      if (!row?.known) {
        return "unknown";
      }
      return row.removed ? "removed" : "tagged";
    },
    setTag: async (name, version, tag) =>
      (await db.run(setTag, utf8(name), utf8(version), utf8(tag), now())).rows.length > 0,
    deleteTag: async (name, version, tag) =>
      (await db.run(deleteTag, utf8(name), utf8(version), utf8(tag))).count === 1,
    listTags: async (name, version) =>
      (await db.run(tags, utf8(name), utf8(version))).rows.map(tagOf),
    async addToken({ id, name, scope, hash, expiresAt }) {
      const hex = Buffer.from(hash).toString("hex");
      await db.run(addToken, id, utf8(name), scope, hex, now(), expiresAt);
    },
    async findToken(id) {
      const [row] = (await db.run(token, id)).rows;
      return row && tokenOf(row);
    },
    listTokens: async () => (await db.run(tokens)).rows.map(tokenOf),
    deleteToken: async (id) => (await db.run(deleteToken, id)).count === 1,
    readOnlyReason: async () => undefined,
    close: () => db.close(),
  };
}

/** Finds tokens in replicas while the primary is unreachable: only that can say that one is unknown. */
export function withReplicatedTokens(
  primary: ManagementStore,
  replicas: readonly ManagementStore[],
): ManagementStore {
  return {
    ...primary,
    findToken: (id) =>
      primary.findToken(id).catch(async (error: Error) => {
        if (error instanceof StoreUnavailableError) {
          for (const replica of replicas) {
            const token = await replica.findToken(id).catch(() => undefined);
            if (token) {
              return token;
            }
          }
        }
        throw error;
      }),
    async close() {
      await Promise.all([primary, ...replicas].map((store) => store.close()));
    },
  };
}

const FOREIGN_KEY_VIOLATION = "23503";

/** Only the foreign key detects a tag that was created after the statement began. */
function taggedMeanwhile(error: unknown): Rows {
  if ((error as { code?: string }).code === FOREIGN_KEY_VIOLATION) {
    return { rows: [{ known: true, removed: false }], count: 0 };
  }
  throw error;
}

function deploymentOf({ name, version, created_at }: Row): Deployment {
  return {
    name: textOf(name) ?? "",
    version: textOf(version) ?? "",
    createdAt: Number(created_at),
  };
}

function tagOf({ tag, created_at }: Row): Tag {
  return { tag: textOf(tag) ?? "", createdAt: Number(created_at) };
}

function tokenOf({ id, name, scope, hash, created_at, expires_at }: Row): StoredToken {
  return {
    id: String(id),
    name: textOf(name) ?? "",
    scope: scope as TokenScope,
    hash: Buffer.from(String(hash).slice(2), "hex"),
    createdAt: Number(created_at),
    expiresAt: expires_at === null ? null : Number(expires_at),
  };
}
