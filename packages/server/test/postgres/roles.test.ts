import { createAddressDataClient } from "@chainkit/address-data";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { type DevChain, startDevChain } from "../../src/dev/chain.ts";
import { finished, run } from "../support/command.ts";
import { until } from "../support/ingest.ts";
import { createDatabase } from "../support/postgres/database.ts";
import type { Answer } from "../support/support.ts";

let chain: DevChain;
let database: string;
beforeAll(async () => {
  chain = await startDevChain({ pauseMs: 0 });
  database = (await createDatabase()).url;
});
afterAll(() => chain?.close());

/** Starts `serve` until the test ends. */
async function serve(role: string, ...args: readonly string[]) {
  const process = run(["serve", "--port", "0", "--database", database, "--role", role, ...args]);
  const [, url = ""] = await process.until(/listening at (\S+)/);
  return { ...process, url };
}

const follow = () => serve("follow", "--chain", `ethereum=${chain.rpcUrl}`, "--from", "0");

async function readyz(url: string) {
  const response = await fetch(`${url}/readyz`);
  const { chains }: Answer["body"] = await response.json();
  return { status: response.status, ...chains.ethereum };
}

describe("schemas of another version", () => {
  test("a service names the command that migrates them; two of these may run at once", async () => {
    const { url } = await createDatabase();
    const client = new Client({ connectionString: url });
    await client.connect();
    onTestFinished(() => client.end());
    const migrate = (...args: readonly string[]) =>
      finished(["migrate", "--database", url, ...args]);
    expect(await migrate("--new-chains", "ethereum")).toMatchObject({
      code: 0,
      output: expect.stringMatching(/chainkit: 2 .*\nchain_ethereum: \d /),
    });
    // As the first version left it.
    await client.query("DELETE FROM chainkit.migration WHERE step = 2");
    await client.query("DROP TABLE chainkit.cursor_key");
    await client.query(
      "CREATE TABLE chainkit.secret (name text PRIMARY KEY, value bytea NOT NULL)",
    );
    await client.query("INSERT INTO chainkit.secret VALUES ('cursor', '\\x01')");
    for (const column of ["node_head", "settled", "trouble", "seen_at"]) {
      await client.query(`ALTER TABLE chainkit.writer DROP COLUMN ${column}`);
    }
    const { code, output } = await finished(["serve", "--port", "0", "--database", url]);
    expect([code, output]).toEqual([1, expect.stringMatching(/1 of 2 migrations.* migrate" with/)]);

    const both = await Promise.all([migrate(), migrate()]);
    expect(both.map((each) => each.code)).toEqual([0, 0]);
    const applied = both.map((each) => /chainkit: (\d|up)/.exec(each.output)?.[1]).sort();
    expect(applied).toEqual(["1", "up"]);
    const { rows } = await client.query("SELECT value FROM chainkit.cursor_key");
    expect(rows).toEqual([{ value: Buffer.of(1) }]);
  });
});

describe("roles of processes", () => {
  test("API processes serve what a follower writes, and know its state", async () => {
    const [first, second] = [await follow(), await follow()];
    await until("the follower is ready", async () => (await readyz(first.url)).status === 200);
    // It writes no API, only probes.
    expect((await fetch(`${first.url}/v2/ethereum/blocks/latest`)).status).toBe(404);
    const apis = [await serve("api"), await serve("api")];
    for (const { url } of [...apis, second]) {
      await until("it is ready", async () => (await readyz(url)).status === 200);
      const { served, head } = await readyz(url);
      expect(head).toBeTypeOf("number");
      expect(served).toBe(head);
    }
    const [one, other] = apis.map(({ url }) => createAddressDataClient({ baseUrl: url }));
    const page = await one?.getLatestTransactions({ chainName: "ethereum", limit: 2 });
    const query = { chainName: "ethereum", limit: 2, cursor: page?.cursor ?? "" } as const;
    expect((await other?.getLatestTransactions(query))?.transactions).toHaveLength(2);

    // The one that waits takes over, and the API processes follow it without a restart.
    first.child.kill("SIGTERM");
    await first.code;
    await chain.act();
    const head = Number(await chain.send("eth_blockNumber"));
    await until("the other one follows", async () => {
      const { status, served, head: known } = await readyz(apis[0]?.url ?? "");
      return status === 200 && served === head && known === head;
    });
  }, 60_000);

  test("a role that does not fit the other settings is refused", async () => {
    for (const [args, reason] of [
      [["--role", "api", "--data", "x"], /--role api needs --database/],
      [["--role", "follow", "--database", database], /--role follow needs --chain/],
      [["--role", "both", "--database", database], /Allowed choices are all, api, follow/],
    ] as const) {
      const { code, output } = await finished(["serve", ...args]);
      expect([code, output]).toEqual([1, expect.stringMatching(reason)]);
    }
  });
});
