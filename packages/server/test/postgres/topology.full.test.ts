import { Client } from "pg";
import { expect, onTestFinished, test } from "vitest";
import type { Hex } from "../../src/chain/records.ts";
import { openWriter } from "../../src/store/open.ts";
import { name } from "../support/blocks.ts";
import { startServe } from "../support/command.ts";
import { call } from "../support/in-process.ts";
import { until } from "../support/ingest.ts";
import { createDatabase, query } from "../support/postgres/database.ts";
import { quietChain } from "../support/quiet-chain.ts";
import { change } from "../support/served-chain.ts";

/** Creates a chain with blocks 1 to 5. */
async function storeChain(url: string, chain: string, fork = 0): Promise<void> {
  const place = { kind: "postgres", url, schema: `chain_${chain}` } as const;
  const writer = await openWriter(place, { undoBlocks: 10 });
  const changes = [1, 2, 3, 4, 5].map((number) => change(number, fork));
  expect(await writer.addBlocks(changes, undefined)).toBe(true);
  await writer.close();
}

async function serve(...args: readonly string[]): Promise<string> {
  return (await startServe(["--rate-anonymous", "0", ...args])).url;
}

async function blockHash(url: string, chain: string, number: number): Promise<Hex | number> {
  const response = await fetch(`${url}/v2/${chain}/blocks/${number}`);
  const { block } = (await response.json()) as { readonly block?: { readonly hash: Hex } };
  return block?.hash ?? response.status;
}

async function schemas(url: string): Promise<string[]> {
  const rows = await query(
    url,
    "SELECT nspname AS name FROM pg_namespace WHERE nspname ~ '^chain' ORDER BY 1",
  );
  return rows.map((row) => row.name);
}

test("a process follows and serves chains of two databases, each in its own", async () => {
  const chain = await quietChain();
  const [{ url: main }, { url: own }] = [await createDatabase(), await createDatabase()];
  await storeChain(main, "bsc");
  // Another deployment has a chain there.
  await storeChain(own, "polygon", 1);
  const storage = ["--database", main, "--chain-database", `ethereum=${own}`];
  const follower = await serve(...storage, "--chain", `ethereum=${chain.rpcUrl}`, "--from", "0");
  const api = await serve("--role", "api", ...storage, "--chain-database", `base=${own}`);
  const mined = await chain.send<{ readonly hash: Hex }>("eth_getBlockByNumber", "0x3", false);
  await until("it is followed", async () => (await blockHash(api, "ethereum", 3)) === mined.hash);
  for (const url of [follower, api]) {
    expect(await blockHash(url, "ethereum", 3)).toBe(mined.hash);
    expect(await blockHash(url, "bsc", 3)).toBe(name(3).hash);
    expect(await blockHash(url, "bsc", 9)).toBe(404);
    expect(await blockHash(url, "polygon", 3)).toBe(404);
  }
  expect(await schemas(main)).toEqual(["chain_bsc", "chainkit"]);
  expect(await schemas(own)).toEqual(["chain_ethereum", "chain_polygon", "chainkit"]);
  const { output } = await call(["status", ...storage]);
  expect(output).toMatch(/^bsc +1 +5/m);
  expect(output).toMatch(/^ethereum +0 +\d+/m);

  const migrated = await call(["migrate", "--new-chains", "ethereum,base", ...storage]);
  expect(migrated).toMatchObject({ code: 0 });
  expect(await schemas(main)).toEqual(["chain_base", "chain_bsc", "chainkit"]);
});

test("a process reads a chain over at most as many connections as it may", async () => {
  const { url } = await createDatabase();
  await storeChain(url, "ethereum");
  const locker = new Client({ connectionString: url });
  await locker.connect();
  onTestFinished(() => locker.end());
  const waiting = async () => {
    const [row] = await query(
      url,
      "SELECT count(*)::int AS count FROM pg_stat_activity WHERE wait_event_type = 'Lock'",
    );
    return row.count;
  };
  for (const pool of [1, 3]) {
    const service = await serve("--role", "api", "--database", url, "--pool", `${pool}`);
    expect(await blockHash(service, "ethereum", 1)).toBe(name(1).hash);
    await locker.query("BEGIN; LOCK TABLE chain_ethereum.block IN ACCESS EXCLUSIVE MODE");
    const pages = Array.from({ length: 60 }, (_, at) =>
      fetch(`${service}/ethereum/v1/transactions?limit=${at + 1}`),
    );
    await expect.poll(waiting).toBe(pool);
    await locker.query("COMMIT");
    const statuses = (await Promise.all(pages)).map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200]));
  }
});
