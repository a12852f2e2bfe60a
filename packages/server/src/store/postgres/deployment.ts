import { createSecretKey, type KeyObject, randomBytes } from "node:crypto";
import { type Queryable, type Session, withSession } from "./connection.ts";
import {
  CHAIN_STEPS,
  ensureSchema,
  type MigrationPolicy,
  migrate,
  SHARED_SCHEMA,
  SHARED_STEPS,
} from "./schema.ts";
import { statementsOf } from "./statements.ts";

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
 * @param urls The primary, and a replica that is asked while it is away.
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

const KEY_BYTES = 32;
/** Every process knows a key for longer than it takes to read the keys before the key signs. */
const SIGNS_AFTER_SECONDS = 60;

const sql = statementsOf(SHARED_SCHEMA);

/** Reads the keys that are accepted; those that do not sign yet come last. */
async function readCursorKeys(db: Queryable): Promise<Keys> {
  const read = sql`SELECT value FROM :cursor_key WHERE accepted_until > statement_timestamp()
    ORDER BY signs_from <= statement_timestamp() DESC, signs_from DESC`;
  const { rows } = await db.run(read);
  const keys = rows.map(({ value }) => createSecretKey(Buffer.from(String(value).slice(2), "hex")));
  const [first, ...others] = keys;
  if (!first) {
    throw new Error("the database has no cursor key: run cursor-key rotate");
  }
  return [first, ...others];
}

/** Adds keys of cursors that are accepted and do not sign. */
export function addCursorKeys(url: string, keys: readonly KeyObject[]): Promise<void> {
  // One of a new database signs from the beginning, as those that are added do.
  const sign = sql`UPDATE :cursor_key SET signs_from = statement_timestamp()
    WHERE signs_from = '-infinity'`;
  const add = sql`INSERT INTO :cursor_key (value, signs_from)
    SELECT decode(key, 'hex'), '-infinity' FROM unnest($1::text[]) AS key ON CONFLICT DO NOTHING`;
  const secrets = keys.map((key) => key.export().toString("hex"));
  return inTransaction(url, async (db) => {
    await db.run(sign);
    await db.run(add, secrets);
  });
}

/**
 * Adds a key of cursors that signs after a minute, when all processes have read it.
 *
 * @param acceptSeconds Time for which cursors of the former keys are accepted after that.
 * @returns Number of keys that are accepted until then.
 */
export function rotateCursorKey(url: string, acceptSeconds: number): Promise<number> {
  const retire = sql`UPDATE :cursor_key SET accepted_until = least(accepted_until,
    statement_timestamp() + make_interval(secs => $1))`;
  const forget = sql`DELETE FROM :cursor_key WHERE accepted_until < statement_timestamp()`;
  const add = sql`INSERT INTO :cursor_key (value, signs_from)
    VALUES (decode($1, 'hex'), statement_timestamp() + make_interval(secs => $2))`;
  return inTransaction(url, async (db) => {
    const { count } = await db.run(retire, SIGNS_AFTER_SECONDS + acceptSeconds);
    await db.run(add, randomBytes(KEY_BYTES).toString("hex"), SIGNS_AFTER_SECONDS);
    return count - (await db.run(forget)).count;
  });
}

/** The keys exist nowhere else. */
function inTransaction<Result>(
  url: string,
  work: (db: Queryable) => Promise<Result>,
): Promise<Result> {
  return withSession({ url }, (session) => session.transaction(work), "durable");
}
