import { randomBytes } from "node:crypto";
import { openSession, type Session } from "./connection.ts";
import { migrate, SHARED_SCHEMA } from "./migrate.ts";
import { SHARED_STEPS } from "./schema.ts";
import { statementsOf } from "./statements.ts";

const SECRET_BYTES = 32;

/** Lists the chains that have a schema. @param prefix Prefix of the schema name. */
export function storedChains(url: string, prefix: string): Promise<string[]> {
  return withSession(url, async (session) => {
    const schemas = {
      name: "chainkit schemas",
      text: "SELECT nspname AS name FROM pg_namespace WHERE starts_with(nspname, $1) ORDER BY 1",
    };
    const { rows } = await session.run(schemas, prefix);
    return rows.map(({ name }) => String(name).slice(prefix.length));
  });
}

/** Returns a secret of a deployment, which is created on first use and shared by all processes. */
export function sharedSecret(url: string, name: string): Promise<Uint8Array> {
  return withSession(url, async (session) => {
    await migrate(session, SHARED_SCHEMA, SHARED_STEPS);
    const sql = statementsOf(SHARED_SCHEMA);
    const add = sql`INSERT INTO :secret VALUES ($1, decode($2, 'hex')) ON CONFLICT DO NOTHING`;
    const read = sql`SELECT value FROM :secret WHERE name = $1`;
    await session.run(add, name, randomBytes(SECRET_BYTES).toString("hex"));
    const [row] = (await session.run(read, name)).rows;
    return Buffer.from(String(row?.value).slice(2), "hex");
  });
}

async function withSession<Result>(
  url: string,
  work: (session: Session) => Promise<Result>,
): Promise<Result> {
  const session = await openSession({ url });
  try {
    return await work(session);
  } finally {
    await session.close();
  }
}
