import { afterAll, beforeAll, expect, test } from "vitest";
import { openReader, openWriter } from "../../src/store/open.ts";
import { address, blockOf, name, word } from "../support/blocks.ts";
import { startServe } from "../support/command.ts";
import { untilEnd } from "../support/engines.ts";
import { until } from "../support/ingest.ts";
import { startPostgres, startStandby } from "../support/postgres/server.ts";
import { quietChain } from "../support/quiet-chain.ts";
import { startService } from "../support/support.ts";

let primary: Awaited<ReturnType<typeof startPostgres>>;
let standby: Awaited<ReturnType<typeof startStandby>>;

beforeAll(async () => {
  primary = await startPostgres();
  standby = await startStandby(primary);
});

afterAll(async () => {
  await standby.stop();
  await primary.stop();
});

/** Stops the replica from following the primary, or lets it go on. */
async function replay(what: "pause" | "resume") {
  const client = await standby.connect();
  await client.query(`SELECT pg_wal_replay_${what}()`);
  // Only requested so far: records that arrive meanwhile would still be replayed.
  const state = what === "pause" ? "paused" : "not paused";
  await until(`replaying is ${state}`, async () => {
    const { rows } = await client.query("SELECT pg_get_wal_replay_pause_state() AS state");
    return rows[0].state === state;
  });
  await client.end();
}

test("what is read of a replica covers what that replica has", async () => {
  const location = { kind: "postgres", url: primary.url, schema: "chain_ethereum" } as const;
  const writer = untilEnd(await openWriter(location, { undoBlocks: 100 }));
  await writer.addBlocks([blockOf(name(1), 1)], undefined);
  const reader = untilEnd(await openReader({ ...location, readFrom: standby.url }));
  await until("the replica has the block", async () => (await reader.tip())?.number === 1);
  const replicated = await startService({}, { chains: new Map([["ethereum", reader]]) });
  const direct = await startService({}, { chains: new Map([["ethereum", writer]]) });
  const transactions = `/ethereum/v1/address/${address(1)}/transactions?limit=1`;
  const coverageOf = async (path: string) => {
    const { status, headers } = await replicated.get(path);
    return [status, headers.get("chainkit-coverage")];
  };

  await replay("pause");
  const changes = [2, 3, 4].map((number) => blockOf(name(number), 1));
  await writer.addBlocks(changes, name(1));
  expect(await coverageOf(transactions)).toEqual([200, "from=1, to=1, complete=?0"]);
  expect(await coverageOf(`/v2/ethereum/transactions/${word(999)}`)).toEqual([
    404,
    "from=1, to=1, complete=?0",
  ]);
  expect((await replicated.get("/v2/ethereum/blocks/latest")).body.block.number).toBe(1);
  // The first page is of a process that reads the primary; blocks 2 and 3 must not be left out.
  const first = await direct.get(transactions);
  const next = `${transactions}&cursor=${first.body.cursor}`;
  const early = await replicated.get(next);
  expect([early.status, early.headers.get("retry-after")]).toEqual([503, "1"]);

  await replay("resume");
  await until("the replica has all", async () => (await reader.tip())?.number === 4);
  const { body } = await replicated.get(next);
  expect(body.transactions[0].block_number).toBe(3);
  expect((await replicated.get("/v2/ethereum/blocks/latest")).body.block.number).toBe(4);
  await writer.rollbackTo(2, name(4));
  await until("the replica has the rollback", async () => (await reader.tip())?.number === 2);
});

test("a process is not ready while its replica lags, and serves while the primary is away", async () => {
  const chain = await quietChain({ history: 1 });
  const storage = ["--database", primary.url];
  const node = ["--chain", `base=${chain.rpcUrl}`, "--from", "0", "--poll", "50"];
  const follower = await startServe(["--role", "follow", ...storage, ...node]);
  await until("it is followed", async () => (await fetch(`${follower.url}/readyz`)).status === 200);
  const api = ["--role", "api", "--ready-lag", "2", ...storage, "--read-from", standby.url];
  const { url } = await startServe(api);
  const lag = async () => {
    const response = await fetch(`${url}/readyz`);
    const { chains } = (await response.json()) as {
      readonly chains: Readonly<Record<string, { readonly lag?: number } | undefined>>;
    };
    return { status: response.status, lag: chains.base?.lag };
  };
  await until("it is ready", async () => (await lag()).status === 200);
  await replay("pause");
  for (let block = 0; block < 4; block += 1) {
    await chain.act();
  }
  await until("it lags", async () => (await lag()).status === 503 && ((await lag()).lag ?? 0) > 2);
  await replay("resume");
  await until("it is ready again", async () => (await lag()).status === 200);

  const direct = `${(await startServe(["--role", "api", ...storage])).url}/v2/base/blocks/1`;
  expect((await fetch(direct)).status).toBe(200);
  await primary.kill();
  const without = await fetch(direct);
  expect([without.status, without.headers.get("retry-after")]).toEqual([503, "1"]);
  const statusOf = async (base: string, path: string) => (await fetch(base + path)).status;
  expect(await statusOf(url, "/v2/base/blocks/latest")).toBe(200);
  expect(await statusOf(url, "/v2/base/blocks/1")).toBe(200);
  expect((await lag()).status).toBe(200);
  const other = await startServe(api);
  expect(await statusOf(other.url, "/v2/base/blocks/1")).toBe(200);
  await primary.restart();
  await expect.poll(async () => (await fetch(direct)).status).toBe(200);
});
