import { createSecretKey, type KeyObject } from "node:crypto";
import { type Queryable, type Session, withSession } from "./connection.ts";
import { ensureSchema, migrate, SHARED_SCHEMA } from "./schema.ts";
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
 * Reads the key of cursors, which is created with the shared schema.
 *
 * @param urls The primary, and a replica that is asked while it is away.
 */
export function createdKey(urls: readonly string[]): Promise<KeyObject> {
  return withFirst(urls, async (session, url) => {
    if (url === urls[0]) {
      await ensureSchema(session, SHARED_SCHEMA);
    }
    return readKey(session);
  });
}

/** Creates or migrates the shared schema of a database, and schemas of chains. */
export function migrateSchemas(url: string, chains: readonly string[]) {
  const work = async (session: Session) => {
    const migrated: { readonly schema: string; readonly applied: number }[] = [];
    for (const schema of [SHARED_SCHEMA, ...chains]) {
      migrated.push({ schema, applied: await migrate(session, schema) });
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

const sql = statementsOf(SHARED_SCHEMA);

async function readKey(db: Queryable): Promise<KeyObject> {
  const read = sql`SELECT value FROM :cursor_key ORDER BY signs_from DESC LIMIT 1`;
  const [row] = (await db.run(read)).rows;
  if (!row) {
    throw new Error("the table chainkit.cursor_key is empty: restore it from a backup");
  }
  return createSecretKey(Buffer.from(String(row.value).slice(2), "hex"));
}
