import { Client } from "pg";
import { afterAll, expect, inject, type TestContext } from "vitest";
import { startPgbouncer } from "./pgbouncer.ts";
import { type Primary, startPostgres } from "./server.ts";

/** Path of pgbouncer: all statements then go through it, in transaction mode. */
const PGBOUNCER = process.env.CHAINKIT_PGBOUNCER;

/** Skips a test of what pgbouncer hides. @param note How. */
export const skipIfPooled = ({ skip }: TestContext, note: string): void =>
  skip(PGBOUNCER !== undefined, note);

/** A server to test instead of the one from npm, such as a cluster of Citus. */
export const GIVEN: string | undefined = process.env.CHAINKIT_TEST_DATABASE;

let server: Promise<Primary> | undefined;
let bouncer: ReturnType<typeof startPgbouncer> | undefined;
let databases = 0;
let emptiedFor: string | undefined;

if (PGBOUNCER) {
  afterAll(async () => {
    await (await bouncer)?.stop();
    await (await server)?.stop();
  });
}

/** Creates an empty database, on a server that is started when a worker's first test asks for one. */
export async function createDatabase(): Promise<{ readonly url: string }> {
  if (GIVEN !== undefined) {
    const { currentTestName = "" } = expect.getState();
    if (currentTestName !== emptiedFor) {
      await empty(GIVEN);
      emptiedFor = currentTestName;
    }
    return { url: GIVEN };
  }
  server ??= startPostgres({ max_connections: 300 }, inject("postgresFolder"));
  const { connect, port } = await server;
  const name = `test_${databases++}`;
  const client = await connect();
  await client.query(`CREATE DATABASE ${name}`);
  await client.end();
  if (PGBOUNCER) {
    bouncer ??= startPgbouncer(PGBOUNCER, port);
  }
  const at = (await bouncer)?.port ?? port;
  return { url: `postgres://postgres@127.0.0.1:${at}/${name}` };
}

/** A given database is used by one test after the other. */
async function empty(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    "SELECT nspname AS name FROM pg_namespace WHERE nspname ~ '^(copy_)?chain_|^chainkit$'",
  );
  for (const { name } of rows) {
    await client.query(`DROP SCHEMA "${name}" CASCADE`);
  }
  await client.end();
}
