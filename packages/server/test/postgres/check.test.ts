import { expect, onTestFinished, test } from "vitest";
import { call } from "../support/in-process.ts";
import { createDatabase, query, skipIfPooled } from "../support/postgres/database.ts";
import { startPgbouncer } from "../support/postgres/pgbouncer.ts";

/** Path of a pgbouncer before 1.21, such as that of Debian 12. */
const { CHAINKIT_OLD_PGBOUNCER: oldPgbouncer } = process.env;

/** Runs `check`, and asserts how it ends and what it says. */
async function expectCheck(url: string, code: number, said: RegExp, ...args: readonly string[]) {
  const checked = await call(["check", "--database", url, ...args]);
  expect(checked).toMatchObject({ code, output: expect.stringMatching(said) });
  return checked.output;
}

test("check accepts a database whose schemas can be created, and creates none", async () => {
  const { url } = await createDatabase();
  await expectCheck(url, 0, /ok +127\.0\.0\.1:\d+\/\S+: PostgreSQL \d+\.\d+.*, as role postgres/);
  expect(await query(url, "SELECT FROM pg_namespace WHERE nspname = 'chainkit'")).toEqual([]);
});

test("check names a role that may neither create schemas nor use them", async (context) => {
  skipIfPooled(context, "the pool connects as one role");
  const { url } = await createDatabase();
  const role = `reader_${new URL(url).pathname.slice(1)}`;
  await query(url, `CREATE ROLE ${role} LOGIN`);
  const restricted = url.replace("postgres@", `${role}@`);
  const chain = ["--chain", "ethereum=http://127.0.0.1:1"];
  const missing = /problem .* may not create chainkit, chain_ethereum: run .* migrate/;
  await expectCheck(restricted, 2, missing, ...chain);
  await call(["migrate", "--database", url]);
  await expectCheck(restricted, 2, /problem .* may not use schema chainkit/);
});

test("check names a database that is away, without its password", async () => {
  const url = "postgres://someone:secret-word@127.0.0.1:1/chainkit";
  const away = /problem +127\.0\.0\.1:1\/chainkit: .*ECONNREFUSED/;
  expect(await expectCheck(url, 2, away)).not.toContain("secret-word");
});

test.skipIf(oldPgbouncer === undefined)(
  "check names a pooler that mixes up prepared statements",
  async () => {
    const url = new URL((await createDatabase()).url);
    const { port, stop } = await startPgbouncer(String(oldPgbouncer), Number(url.port), "");
    onTestFinished(stop);
    url.port = String(port);
    const mixed = /problem .*update pgbouncer to 1\.21 or later and set max_prepared/;
    await expectCheck(url.href, 2, mixed);
  },
);

const URL_WITH = "--database: the URL has an @, / or # in its user or password";
const EXPECTED = "--database: expected postgres://<user>@<host>/<database>";
test.each([
  ["postgres://ck:p@ss/w:o#rd@127.0.0.1:5432/ck", URL_WITH],
  ["postgres://ck:pss@word@127.0.0.1/ck", URL_WITH],
  ["postgres://ck:1234/5678@127.0.0.1/ck", URL_WITH],
  ["postgres://ck:1234?5678@127.0.0.1/ck", URL_WITH],
  ["postgresql://ck:12#34@127.0.0.1/ck", URL_WITH],
  ["postgres://c@k:1234@127.0.0.1/ck", URL_WITH],
  ["postgres://ck:secret-word/5678", EXPECTED],
  ["mysql://ck:secret-word@127.0.0.1/ck", EXPECTED],
  ["postgres://127.0.0.1/ck?sslmode=verify", '--database: sslmode "verify" is unknown; expected'],
  ["postgres://127.0.0.1/ck?sslmode=no-verify", '--database: sslmode "no-verify" is unknown'],
  ["postgres://127.0.0.1/ck?sslmode=prefer", "--database: sslmode prefer may connect without TLS"],
  ["postgres://127.0.0.1/ck?sslmode=verify-ca", "verify-ca needs the certificate of the CA"],
])("a command refuses %s with the fix, and shows nothing of it", async (url, message) => {
  const { code, output } = await call(["token", "list", "--database", url]);
  expect(code).toBe(1);
  expect(output).toContain(message);
  expect(output).not.toMatch(/p@ss|w:o|rd@|1234|5678|34@|secret-word|ENOTFOUND/);
});
