import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openReader, type PostgresLocation } from "../../src/store/open.ts";
import { startServe } from "../support/command.ts";
import { untilEnd } from "../support/engines.ts";
import { contents, latestBlock, undisturbed, until } from "../support/ingest.ts";
import { query } from "../support/postgres/database.ts";
import { startRelay } from "../support/postgres/relay.ts";
import { startPostgres, startStandby } from "../support/postgres/server.ts";
import { quietChain } from "../support/quiet-chain.ts";

const SCHEMA = "chain_ethereum";

let primary: Awaited<ReturnType<typeof startPostgres>>;
beforeAll(async () => {
  primary = await startPostgres();
});
afterAll(() => primary?.stop());

async function heightOf(url: string): Promise<number> {
  // The tables may not be there yet.
  const rows = await query(url, `SELECT number FROM ${SCHEMA}.head`).catch(() => []);
  return Number(rows[0]?.number ?? -1);
}

test("after a failover under load that loses blocks, the chain is as a fresh ingest has it", async () => {
  const chain = await quietChain({ history: 26 });
  // Replication goes through a relay, so that it can be cut.
  const link = await startRelay(primary.port);
  const standby = await startStandby({ ...primary, port: link.port });
  try {
    const database = await startRelay(primary.port);
    const url = `postgres://postgres@127.0.0.1:${database.port}/postgres`;
    const options = ["--database", url, "--read-from", standby.url, "--rate-anonymous", "0"];
    const node = ["--chain", `ethereum=${chain.rpcUrl}`, "--from", "0", "--poll", "50"];
    const service = await startServe([...options, ...node]);
    const base = service.url;
    const isReady = async () => (await fetch(`${base}/readyz`)).status === 200;
    await until("it is ready", isReady);
    await until("it is replicated", async () => (await heightOf(standby.url)) >= 10);

    const statuses: Record<number, number> = {};
    let isLoaded = true;
    const load = (async () => {
      for (let at = 0; isLoaded; at += 1) {
        await chain.act();
        if (at % 5 === 4) {
          await chain.send("anvil_reorg", 2, []);
        }
        const { status } = await fetch(`${base}/v2/ethereum/blocks/${at % 10}`);
        statuses[status] = (statuses[status] ?? 0) + 1;
        await wait(50);
      }
    })();
    link.moveTo(undefined);
    const replicated = await heightOf(standby.url);
    await until("it has more", async () => (await heightOf(primary.url)) > replicated + 3);
    const written = await heightOf(primary.url);
    await primary.kill();
    const killedAt = performance.now();
    await query(standby.url, "SELECT pg_promote(true, 30)");
    database.moveTo(standby.port);
    await until(
      "the new primary is written",
      async () => (await heightOf(standby.url)) > written,
      60_000,
    );
    const seconds = ((performance.now() - killedAt) / 1000).toFixed(1);
    isLoaded = false;
    await load;
    console.log(
      `failover: ${written - replicated} blocks lost, written again after ${seconds} s;`,
      `responses under load: ${JSON.stringify(statuses)}`,
    );
    expect(Object.keys(statuses).filter((status) => !["200", "503"].includes(status))).toEqual([]);
    expect(statuses[200]).toBeGreaterThan(0);
    await service.until(/lease lost/);

    const place: PostgresLocation = { kind: "postgres", url: standby.url, schema: SCHEMA };
    const reader = untilEnd(await openReader(place));
    await until("it is settled", async () => {
      const status = await reader.followerStatus();
      return status?.settled === (await latestBlock(chain.send)).hash;
    });
    service.child.kill("SIGTERM");
    await service.code;
    expect(await contents(reader, chain)).toEqual(await undisturbed(chain));
  } finally {
    await standby.stop();
    await primary.restart();
  }
});
