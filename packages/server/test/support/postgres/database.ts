import { Client } from "pg";
import { afterAll, expect, inject, onTestFinished, type TestContext } from "vitest";
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

/** URLs of lent databases whose tests have ended. */
const returned: string[] = [];

if (PGBOUNCER) {
  afterAll(async () => {
    await (await bouncer)?.stop();
    await (await server)?.stop();
  });
}

/** Ends all other connections to a database. */
export const TERMINATE_OTHERS = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE datname = current_database() AND pid <> pg_backend_pid()`;

/** Runs a statement on a connection of its own. @returns The rows. */
export async function query(connectionString: string, text: string) {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
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

/**
 * Lends a database without stores until the test ends: emptied after another test, which takes a tenth of the time
 * of creating one.
 */
export async function lendDatabase(): Promise<{ readonly url: string }> {
  if (GIVEN !== undefined) {
    return createDatabase();
  }
  const last = returned.pop();
  const isEmptied = last !== undefined && (await empty(last));
  const url = isEmptied ? last : (await createDatabase()).url;
  // Runs after what the test does at its end with its stores.
  onTestFinished(() => void returned.push(url));
  return { url };
}

/**
 * Drops the stores of a database.
 *
 * @returns Whether nobody else was connected, such as a store that its test has left open.
 */
async function empty(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const others = await client.query(
    "SELECT FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
  );
  const { rows } = await client.query<{ name: string }>(
    "SELECT nspname AS name FROM pg_namespace WHERE nspname ~ '^chain_|^chainkit$'",
  );
  for (const { name } of rows) {
    await client.query(`DROP SCHEMA "${name}" CASCADE`);
  }
  await client.end();
  return others.rowCount === 0;
}
