import { Client } from "pg";
import { expect, test } from "vitest";
import { call } from "../support/in-process.ts";
import { createDatabase, skipIfPooled } from "../support/postgres/database.ts";

/** Returns the number of rows. */
async function query(url: string, statement: string): Promise<number | null> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rowCount } = await client.query(statement);
  await client.end();
  return rowCount;
}

test("check accepts a database whose schemas can be created, and creates none", async () => {
  const { url } = await createDatabase();
  const { code, output } = await call(["check", "--database", url]);
  expect(output).toMatch(/ok +127\.0\.0\.1:\d+\/\S+: PostgreSQL \d+\.\d+.*, as role postgres/);
  expect(code).toBe(0);
  expect(await query(url, "SELECT FROM pg_namespace WHERE nspname = 'chainkit'")).toBe(0);
});

test("check names a role that may neither create schemas nor use them", async (context) => {
  skipIfPooled(context, "the pool connects as one role");
  const { url } = await createDatabase();
  const role = `reader_${new URL(url).pathname.slice(1)}`;
  await query(url, `CREATE ROLE ${role} LOGIN`);
  const restricted = url.replace("postgres@", `${role}@`);
  const chain = ["--chain", "ethereum=http://127.0.0.1:1"];
  const missing = await call(["check", "--database", restricted, ...chain]);
  expect(missing.output).toMatch(
    /problem .* may not create chainkit, chain_ethereum: run .* migrate/,
  );
  expect(missing.code).toBe(2);
  await call(["migrate", "--database", url]);
  const denied = await call(["check", "--database", restricted]);
  expect(denied.output).toMatch(/problem .* may not use schema chainkit/);
  expect(denied.code).toBe(2);
});

test("check names a database that is away, without its password", async () => {
  const url = "postgres://someone:secret-word@127.0.0.1:1/chainkit";
  const { code, output } = await call(["check", "--database", url]);
  expect(output).toMatch(/problem +127\.0\.0\.1:1\/chainkit: .*ECONNREFUSED/);
  expect(output).not.toContain("secret-word");
  expect(code).toBe(2);
});
