import type { DatabaseRoles } from "../engine.ts";
import { type Session, withSession } from "./connection.ts";
import { type Keys, readCursorKeys } from "./cursor-keys.ts";
import { functionWarning, grantRoles } from "./grants.ts";
import { ensureSchema, type MigrationPolicy, migrate, SHARED_SCHEMA } from "./migrate.ts";
import { CHAIN_STEPS, SHARED_STEPS } from "./schema.ts";

const REFRESH_MS = 20_000;

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
 * Reads the keys of cursors, and reads them again at intervals until closed.
 *
 * @param urls The primary, and replicas that are asked while it is away.
 */
export async function openCursorKeys(urls: readonly string[], policy: MigrationPolicy) {
  let keys: Keys = await withFirst(urls, async (session, url) => {
    if (url === urls[0]) {
      await ensureSchema(session, SHARED_SCHEMA, SHARED_STEPS, policy);
    }
    return readCursorKeys(session);
  });
  const refresh = async () => {
    keys = await withFirst(urls, readCursorKeys);
  };
  // While no server can be asked, the known keys remain.
  const timer = setInterval(() => refresh().catch(() => {}), REFRESH_MS);
  timer.unref();
  return { keys: () => keys, close: () => clearInterval(timer) };
}

/** Returns the keys of cursors that are accepted; the first one signs. */
export function storedKeys(url: string): Promise<Keys> {
  return withSession({ url }, readCursorKeys);
}

/**
 * Creates or migrates the shared schema of a database, and schemas of chains.
 *
 * @param roles Roles that are granted what their processes need.
 */
export function migrateSchemas(url: string, chains: readonly string[], roles: DatabaseRoles) {
  const work = async (session: Session) => {
    const migrated: { readonly schema: string; readonly applied: number }[] = [];
    for (const schema of [SHARED_SCHEMA, ...chains]) {
      const steps = schema === SHARED_SCHEMA ? SHARED_STEPS : CHAIN_STEPS;
      migrated.push({ schema, applied: await migrate(session, schema, steps) });
    }
    await grantRoles(session, roles, chains);
    const warning =
      roles.follow === undefined ? undefined : await functionWarning(session, roles.follow);
    return migrated.map((each) => (each.schema === SHARED_SCHEMA ? { ...each, warning } : each));
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
