import { createSecretKey, type KeyObject, randomBytes } from "node:crypto";
import { type Queryable, withSession } from "./connection.ts";
import { SHARED_SCHEMA } from "./migrate.ts";
import { statementsOf } from "./statements.ts";

/** Keys of cursors: the first one signs. */
export type Keys = readonly [KeyObject, ...KeyObject[]];

const KEY_BYTES = 32;
/** Every process knows a key for longer than it takes to read the keys before the key signs. */
const SIGNS_AFTER_SECONDS = 60;

const sql = statementsOf(SHARED_SCHEMA);

/** Reads the keys that are accepted; those that do not sign yet come last. */
export async function readCursorKeys(db: Queryable): Promise<Keys> {
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
