import { setTimeout as wait } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { withSession } from "../../src/store/postgres/connection.ts";
import { openPool } from "../../src/store/postgres/pool.ts";
import {
  createDatabase,
  query,
  skipIfPooled,
  TERMINATE_OTHERS,
} from "../support/postgres/database.ts";

const statement = (text: string) => ({ name: text, text });
const PID = statement("SELECT pg_backend_pid() AS pid, $1::int AS at");

/** A pool of two connections to an empty database, until the test ends. */
async function twoConnections() {
  const { url } = await createDatabase();
  const pool = openPool({ url, pool: 2 });
  onTestFinished(() => pool.close());
  return { url, pool };
}

test("statements that do not overlap use one connection", async () => {
  const { pool } = await twoConnections();
  const pids = new Set<unknown>();
  // More than as many at once would open another connection.
  for (let at = 0; at < 20; at += 1) {
    pids.add((await pool.run(PID, at)).rows[0]?.pid);
  }
  expect(pids.size).toBe(1);
});

test("statements share connections, fail alone, and outlive a connection that ends", async (context) => {
  skipIfPooled(context, "connections to the server are fewer");
  const { url, pool } = await twoConnections();
  const wrong = statement("SELECT 1 / $1::int AS one");
  const results = await Promise.allSettled(
    Array.from({ length: 40 }, (_, at) => pool.run(at === 7 ? wrong : PID, at === 7 ? 0 : at)),
  );
  const rows = results.map((result) =>
    result.status === "fulfilled" ? result.value.rows[0] : undefined,
  );
  expect(rows.map((row) => row?.at)).toEqual(rows.map((_, at) => (at === 7 ? undefined : at)));
  expect(results[7]).toMatchObject({ reason: { message: "division by zero" } });
  const pids = new Set(rows.flatMap((row) => row?.pid ?? []));
  expect(pids.size).toBe(2);

  await query(url, TERMINATE_OTHERS);
  const next = async () => (await pool.run(PID, 1)).rows[0]?.pid;
  await expect.poll(() => next().catch(() => [...pids][0])).not.toBeOneOf([...pids]);
});

test("no statement is sent behind a slow one while another connection may be opened", async () => {
  const { pool } = await twoConnections();
  const pid = async () => (await pool.run(PID, 1)).rows[0]?.pid;
  const busy = await pid();
  const slow = pool.run(statement("SELECT pg_sleep(60)")).catch(({ name }: Error) => name);
  await wait(100);
  // The second one would be sent behind the first one if only their number counted.
  const others = await Promise.all([pid(), pid()]);
  expect(others).not.toContain(busy);
  const [row] = (await pool.run(statement("SELECT pg_terminate_backend($1::int) AS ended"), busy))
    .rows;
  expect(row?.ended).toBe(true);
  expect(await slow).toBe("StoreUnavailableError");
});

test.each(["42P05", "26000"])("an error %s is that of a pooler, with its fix", async (code) => {
  const { url } = await createDatabase();
  const raise = { text: `DO $$ BEGIN RAISE EXCEPTION 'x' USING ERRCODE = '${code}'; END $$` };
  const raised = withSession({ url }, (session) => session.run(raise));
  await expect(raised).rejects.toThrow("max_prepared_statements = 200");
});
