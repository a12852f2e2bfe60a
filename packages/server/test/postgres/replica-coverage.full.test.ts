import { expect, onTestFinished, test } from "vitest";
import { openReader, openWriter } from "../../src/store/open.ts";
import { address, blockOf, name, word } from "../support/blocks.ts";
import { untilEnd } from "../support/engines.ts";
import { until } from "../support/ingest.ts";
import { startPostgres, startStandby } from "../support/postgres/server.ts";
import { startService } from "../support/support.ts";

const [OWNER, TOKEN] = [address(1), address(9)];
const BALANCES = `/ethereum/v1/address/${OWNER}/balance/erc20`;

/** A service that reads a replica, which stays at block 1 as soon as it is paused. */
async function replicatedService() {
  const primary = await startPostgres();
  onTestFinished(() => primary.stop());
  const location = { kind: "postgres", url: primary.url, schema: "chain_ethereum" } as const;
  const store = untilEnd(await openWriter(location, { undoBlocks: 100 }));
  const standby = await startStandby(primary);
  onTestFinished(() => standby.stop());
  await store.addBlocks([blockOf(name(1), 1)], undefined);
  const copy = untilEnd(await openReader({ ...location, url: standby.url }));
  await until("the replica has the block", async () => (await copy.tip())?.number === 1);
  const pause = async () => {
    const client = await standby.connect();
    await client.query("SELECT pg_wal_replay_pause()");
    await until("replaying is paused", async () => {
      const { rows } = await client.query("SELECT pg_get_wal_replay_pause_state() AS state");
      return rows[0].state === "paused";
    });
    await client.end();
  };
  const replicas = { replicas: [standby.url], maxLagMs: Number.POSITIVE_INFINITY };
  const reader = untilEnd(await openReader({ ...location, ...replicas }));
  const service = await startService({}, { chains: new Map([["ethereum", reader]]) });
  return { store, pause, service };
}

test("a list over a replica states what that replica covers, and an empty one what the primary does", async () => {
  const { store, pause, service } = await replicatedService();
  const coverageOf = async (path: string) => {
    const { status, headers } = await service.get(path);
    return [status, headers.get("chainkit-coverage")];
  };
  const transactions = `/ethereum/v1/address/${OWNER}/transactions`;
  const unknown = `/v2/ethereum/transactions/${word(999)}`;
  const empty = `/ethereum/v1/address/${address(77)}/balance/erc20`;
  expect(await coverageOf(transactions)).toEqual([200, "from=1, to=1, complete=?0"]);

  await pause();
  const touched = [{ owner: OWNER, token: TOKEN }];
  await store.addBlocks([{ ...blockOf(name(2)), touched }], name(1));
  await store.prependBlocks([blockOf(name(0))], name(1));
  const list = await service.get(transactions);
  expect(list.headers.get("chainkit-coverage")).toBe("from=1, to=1, complete=?0");
  const blocks = list.body.transactions.map((each: { block_number: number }) => each.block_number);
  expect(new Set(blocks)).toEqual(new Set([1]));
  expect(await coverageOf(unknown)).toEqual([404, "from=0, to=2, complete"]);
  expect(await coverageOf(empty)).toEqual([
    200,
    "from=0, to=2, balances=2, complete, pending=0, unreadable=0",
  ]);

  const pending = await service.get(BALANCES);
  expect([pending.status, pending.body.type]).toEqual([503, "/problems/balance-pending"]);
  const balances = [{ owner: OWNER, token: TOKEN, raw: 5n }];
  await store.settle(name(2), { tokens: [], nfts: [], balances });
  const { status, body, headers } = await service.get(BALANCES);
  expect([status, body.resultCount]).toEqual([200, 1]);
  expect(body.erc20TokenBalances[0].raw_balance).toBe("5");
  expect(headers.get("chainkit-coverage")).toMatch(/^from=0, to=2, balances=2, complete, /);
});
