import { createSecretKey, type KeyObject } from "node:crypto";
import { type Queryable, type Session, withSession } from "./connection.ts";
import { CHAIN_STEPS, ensureSchema, migrate, SHARED_SCHEMA, SHARED_STEPS } from "./schema.ts";
import { statementsOf } from "./statements.ts";

/** Lists the chains that have a schema. @param prefix Prefix of the schema name. */
export function storedChains(urls: readonly string[], prefix: string): Promise<string[]> {
  return withFirst(urls, async (session) => {
    const schemas = {
      name: "chainkit schemas",
      text: "SELECT nspname AS name FROM pg_namespace WHERE starts_with(nspname, $1) ORDER BY 1",
    };
    const { rows } = await session.run(schemas, prefix);
    return rows.map(({ name }) => String(name).slice(prefix.length));
  });
}

/**
 * Reads the keys of cursors, which are created with the shared schema.
 *
 * @param urls The primary, and a replica that is asked while it is away.
 */
export function createdKeys(urls: readonly string[]): Promise<Keys> {
  return withFirst(urls, async (session, url) => {
    if (url === urls[0]) {
      await ensureSchema(session, SHARED_SCHEMA, SHARED_STEPS, "create");
    }
    return readKeys(session);
  });
}

/** Creates or migrates the shared schema of a database, and schemas of chains. */
export function migrateSchemas(url: string, chains: readonly string[]) {
  const work = async (session: Session) => {
    const migrated: { readonly schema: string; readonly applied: number }[] = [];
    for (const schema of [SHARED_SCHEMA, ...chains]) {
      const steps = schema === SHARED_SCHEMA ? SHARED_STEPS : CHAIN_STEPS;
      migrated.push({ schema, applied: await migrate(session, schema, steps) });
    }
    return migrated;
  };
  return withSession({ url }, work, "durable");
}

/** Works with the first server that can be reached. */
async function withFirst<Result>(
  [url = "", ...others]: readonly string[],
  work: (session: Session, url: string) => Promise<Result>,
): Promise<Result> {
  try {
    return await withSession({ url }, (session) => work(session, url), "durable");
  } catch (error) {
    if (others.length === 0 || (error as Error).name === "SchemaOutdatedError") {
      throw error;
    }
    return withFirst(others, work);
  }
}

/** Keys of cursors: the first one signs. */
type Keys = readonly [KeyObject, ...KeyObject[]];

const sql = statementsOf(SHARED_SCHEMA);

async function readKeys(db: Queryable): Promise<Keys> {
  const read = sql`SELECT value FROM :cursor_key WHERE accepted_until > statement_timestamp()
    ORDER BY signs_from <= statement_timestamp() DESC, signs_from DESC`;
  const { rows } = await db.run(read);
  const keys = rows.map(({ value }) => createSecretKey(Buffer.from(String(value).slice(2), "hex")));
  const [first, ...others] = keys;
  if (!first) {
    throw new Error("the table chainkit.cursor_key is empty: restore it from a backup");
  }
  return [first, ...others];
}

/** Has cursors signed with another key; those that the former keys have signed are accepted. */
export function setCursorKey(url: string, key: KeyObject): Promise<void> {
  const set = sql`INSERT INTO :cursor_key (value, signs_from)
    VALUES (decode($1, 'hex'), statement_timestamp())
    ON CONFLICT (value) DO UPDATE SET signs_from = excluded.signs_from`;
  const work = (session: Session) =>
    session.transaction(async (db) => {
      await db.run(set, key.export().toString("hex"));
    });
  return withSession({ url }, work, "durable");
}
