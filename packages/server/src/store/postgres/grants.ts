import type { DatabaseRoles } from "../engine.ts";
import { type Queryable, quoted, type Session } from "./connection.ts";
import { SHARED_SCHEMA } from "./schema.ts";

/** What API processes write: tags and subgraph versions. */
const API_WRITES = ["deployment", "tag", "graph_node"];

/**
 * Grants roles what their processes need. Only followers own tables: the one with ranges, to which
 * PostgreSQL lets nobody else attach one.
 *
 * @param schemas Schemas of chains.
 */
export async function grantRoles(
  session: Session,
  { api, follow }: DatabaseRoles,
  schemas: readonly string[],
): Promise<void> {
  await session.transaction(async (db) => {
    const all = [SHARED_SCHEMA, ...schemas];
    if (api !== undefined) {
      await run(db, grantsOfApi(quoted(api), all, schemas));
    }
    if (follow !== undefined) {
      await run(db, grantsOfFollow(quoted(follow), schemas));
    }
  });
}

/**
 * Describes how a follower could create functions, which the owner of the schemas would run; undefined if it
 * cannot. A follower needs CREATE for its ranges, so that only the right to use a language prevents it.
 */
export async function functionWarning(session: Session, role: string): Promise<string | undefined> {
  const languages = {
    name: "chainkit languages",
    text: `SELECT lanname FROM pg_language
      WHERE lanpltrusted AND has_language_privilege($1, oid, 'USAGE') ORDER BY 1`,
  };
  const { rows } = await session.run(languages, role);
  const names = rows.map(({ lanname }) => lanname).join(", ");
  return names === ""
    ? undefined
    : `${role} may create functions: run REVOKE USAGE ON LANGUAGE ${names} FROM PUBLIC in this database, as a superuser`;
}

function grantsOfApi(
  role: string,
  schemas: readonly string[],
  chainSchemas: readonly string[],
): string[] {
  const written = API_WRITES.map((table) => `${quoted(SHARED_SCHEMA)}.${table}`).join(", ");
  return [
    ...schemas.flatMap((schema) => [
      `GRANT USAGE ON SCHEMA ${quoted(schema)} TO ${role}`,
      `GRANT SELECT ON ALL TABLES IN SCHEMA ${quoted(schema)} TO ${role}`,
    ]),
    `GRANT INSERT, UPDATE, DELETE ON ${written} TO ${role}`,
    // Unknown balances and wallets that are requested are queued for the follower.
    ...chainSchemas.map(
      (schema) =>
        `GRANT INSERT ON ${quoted(schema)}.dirty, ${quoted(schema)}.discovered TO ${role}`,
    ),
  ];
}

function grantsOfFollow(role: string, schemas: readonly string[]): string[] {
  const shared = quoted(SHARED_SCHEMA);
  return [
    `GRANT USAGE ON SCHEMA ${shared} TO ${role}`,
    `GRANT SELECT ON ${shared}.migration TO ${role}`,
    `GRANT SELECT, INSERT, UPDATE ON ${shared}.writer TO ${role}`,
    ...schemas.flatMap((schema) => [
      `GRANT USAGE, CREATE ON SCHEMA ${quoted(schema)} TO ${role}`,
      `GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${quoted(schema)} TO ${role}`,
      `ALTER TABLE ${quoted(schema)}.tx OWNER TO ${role}`,
    ]),
  ];
}

async function run(db: Queryable, commands: readonly string[]): Promise<void> {
  for (const text of commands) {
    await db.run({ text });
  }
}
