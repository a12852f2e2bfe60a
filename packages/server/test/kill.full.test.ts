import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Client } from "pg";
import { expect, onTestFinished, test } from "vitest";
import { UNDO_BLOCKS } from "../src/chain/profiles.ts";
import type { DevChain } from "../src/dev/chain.ts";
import { createRpcClient } from "../src/source/json-rpc.ts";
import { openWriter } from "../src/store/open.ts";
import { emptyStore, untilEnd } from "./support/engines.ts";
import { caughtUp, contents, followNodes, undisturbed, until } from "./support/ingest.ts";
import { createDatabase } from "./support/postgres/database.ts";
import { quietChain } from "./support/quiet-chain.ts";
import { temporaryFolder } from "./support/support.ts";
import { isThorough, sampled, times } from "./support/thorough.ts";

const INGEST = join(import.meta.dirname, "support/ingest-child.ts");

/** Latest block in a file that another process writes; -1 if there is none. */
function heightIn(file: string): number {
  if (!existsSync(file)) {
    return -1;
  }
  const db = new DatabaseSync(file, { timeout: 2_000 });
  try {
    return Number(db.prepare("SELECT max(number) AS number FROM block").get()?.number ?? -1);
  } catch {
    // The tables do not exist yet.
    return -1;
  } finally {
    db.close();
  }
}

async function kill(child: ChildProcess): Promise<void> {
  const ended = once(child, "exit");
  child.kill("SIGKILL");
  await ended;
}

async function connected(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

/** Full blocks, so that most of the time is spent on writing. */
async function mineFullBlocks({ send, accounts, rpcUrl }: DevChain, count: number): Promise<void> {
  const [from, ...others] = accounts;
  const rpc = createRpcClient([rpcUrl]);
  await send("evm_setAutomine", false);
  for (let block = 0; block < count; block += 1) {
    const first = Number(await send<string>("eth_getTransactionCount", from, "latest"));
    const sent = await rpc.batch(
      Array.from({ length: 80 }, (_, at) => {
        const nonce = `0x${(first + at).toString(16)}`;
        const transaction = { from, to: others[at % 9], value: "0x1", nonce };
        return { method: "eth_sendTransaction", params: [transaction] };
      }),
    );
    expect(sent.filter(({ ok }) => !ok)).toEqual([]);
    await send("evm_mine");
  }
  await send("evm_setAutomine", true);
}

test("ingest resumes without loss when killed at any point", async () => {
  const chain = await quietChain({ history: 26 });
  await mineFullBlocks(chain, 40);
  const file = join(temporaryFolder(), "chain.sqlite");
  const stopped: number[] = [];
  for (const height of sampled([-1, 0, 38, 43, 48, 53, 58, 63, 68], 2)) {
    const location = JSON.stringify({ kind: "sqlite", file });
    const args = [INGEST, location, chain.rpcUrl];
    const child = spawn(process.execPath, args, { stdio: ["ignore", "ignore", "inherit"] });
    await until(`block ${height} is kept`, () => heightIn(file) >= height);
    await kill(child);
    stopped.push(heightIn(file));
    // Killed while it was created, the file does not exist; opening it here would create an empty one.
    if (existsSync(file)) {
      expect(statSync(file).size).toBeGreaterThan(0);
      const db = new DatabaseSync(file);
      expect(db.prepare("PRAGMA integrity_check").get()).toEqual({ integrity_check: "ok" });
      db.close();
    }
    await chain.act();
    await chain.send("anvil_reorg", 2, []);
  }
  // Otherwise it was never killed while it worked.
  expect(new Set(stopped).size).toBeGreaterThan(times(1, 3));

  const store = await emptyStore(file);
  const resumed = followNodes(store, [chain.rpcUrl]);
  await caughtUp(store, chain);
  await resumed.stop();
  expect(await contents(store, chain)).toEqual(await undisturbed(chain));
});

// The failover beside it loses blocks as well.
test.runIf(isThorough)(
  "ingest into PostgreSQL resumes without loss when killed, also in the middle of a rollback",
  async () => {
    const chain = await quietChain({ history: 26 });
    const { url } = await createDatabase();
    const location = { kind: "postgres", url, schema: "chain_ethereum" } as const;
    const options = { undoBlocks: UNDO_BLOCKS, holder: "child" };
    await (await openWriter(location, options)).close();
    const [client, other] = [await connected(url), await connected(url)];
    const count = async (sql: string) => Number((await client.query(sql)).rows[0]?.count);
    const height = () => count("SELECT coalesce(number, -1) AS count FROM chain_ethereum.head");
    const sessions = (where: string) =>
      count(`SELECT count(*) FROM pg_stat_activity
      WHERE application_name = 'chainkit' AND datname = current_database() AND ${where}`);
    const follow = () => {
      const args = [INGEST, JSON.stringify(location), chain.rpcUrl];
      return spawn(process.execPath, args, { stdio: ["ignore", "ignore", "inherit"] });
    };
    /** Kills a follower while a write waits for the lock of a table. */
    const killInWrite = async (child: ChildProcess, table: string, act: () => Promise<unknown>) => {
      await other.query("BEGIN");
      await other.query(`LOCK TABLE chain_ethereum.${table} IN EXCLUSIVE MODE`);
      await act();
      await until("it waits", async () => (await sessions("wait_event_type = 'Lock'")) === 1);
      await kill(child);
      await other.query("ROLLBACK");
      await until("its connection has ended", async () => (await sessions("true")) === 0);
    };

    // The outcome of the statement that adds blocks is unknown.
    const first = follow();
    await until("it writes", async () => (await height()) >= 0);
    await killInWrite(first, "touched", () => chain.act());
    const second = follow();
    const head = Number(await chain.send("eth_blockNumber"));
    await until("it is at the head", async () => (await height()) === head);
    // A rollback has removed blocks when it comes to the tokens; NFTs follow.
    await killInWrite(second, "token", () => chain.send("anvil_reorg", 12, []));

    const store = untilEnd(await openWriter(location, options));
    const resumed = followNodes(store, [chain.rpcUrl]);
    await caughtUp(store, chain);
    await resumed.stop();
    expect(await contents(store, chain)).toEqual(await undisturbed(chain));
  },
);
