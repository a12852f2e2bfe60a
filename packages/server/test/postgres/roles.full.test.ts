import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type DevChain, startDevChain } from "../../src/dev/chain.ts";
import { besideWriter } from "../../src/store/open.ts";
import { address } from "../support/blocks.ts";
import { finished, startServe } from "../support/command.ts";
import { call } from "../support/in-process.ts";
import { until } from "../support/ingest.ts";
import { query } from "../support/postgres/database.ts";
import { startPostgres, startStandby } from "../support/postgres/server.ts";
import type { Answer } from "../support/support.ts";

const guide = readFileSync(new URL("../../../docs/guides/postgresql.md", import.meta.url), "utf8");
const setUp = guide.slice(guide.indexOf("## Set up"), guide.indexOf("## Roles"));

let chain: DevChain;
let primary: Awaited<ReturnType<typeof startPostgres>>;
let replica: Awaited<ReturnType<typeof startStandby>>;
beforeAll(async () => {
  chain = await startDevChain({ pauseMs: 0 });
  primary = await startPostgres({ max_connections: 300 });
  const [roles = ""] = blocksOf("sql");
  for (const command of roles.split(/;\s*/).filter(Boolean)) {
    await query(primary.url, command);
  }
  replica = await startStandby(primary, { max_connections: 300 });
});
afterAll(async () => {
  await chain?.close();
  await replica?.stop();
  await primary?.stop();
});

function blocksOf(language: string): string[] {
  const blocks = setUp.matchAll(new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, "gs"));
  return [...blocks].map(([, block = ""]) => block);
}

/** Runs the commands of the guide that create tables and a token, and `grants.sql`. @returns The token. */
async function setUpDatabase(): Promise<string> {
  const [migrate = [], createToken = []] = commands();
  expect(await call(migrate)).toMatchObject({ code: 0 });
  const [, grants = ""] = blocksOf("sql");
  await query(primary.url.replace(/postgres$/, "chainkit"), grants);
  const { output } = await call(createToken);
  return /ck_\S+/.exec(output)?.[0] ?? output;
}

/** The commands of the guide, with the servers of this test. */
function commands(): string[][] {
  const text = blocksOf("sh")
    .join("\n")
    .replaceAll("\\\n", " ")
    .replaceAll("db.example", `127.0.0.1:${primary.port}`)
    .replaceAll("replica.example", `127.0.0.1:${replica.port}`)
    .replaceAll("https://node.example", chain.rpcUrl)
    .replaceAll(/--port \d+/g, "");
  return text
    .split("\n")
    .filter((line) => line.startsWith("npx "))
    .map((line) => line.replace("npx @chainkit/server ", "").split(/\s+/).filter(Boolean));
}

const serve = ([, ...args]: readonly string[]) => startServe(args);

async function readyz(url: string) {
  const response = await fetch(`${url}/readyz`);
  const { chains }: Answer["body"] = await response.json();
  return { status: response.status, ...chains.ethereum };
}

describe("schemas of another version", () => {
  test("a service names the command that migrates them; two of these may run at once", async () => {
    await query(primary.url, "CREATE DATABASE older");
    const url = primary.url.replace(/postgres$/, "older");
    const migrate = ["migrate", "--database", url];
    expect(await call([...migrate, "--new-chains", "ethereum"])).toMatchObject({
      code: 0,
      output: expect.stringMatching(/chainkit: 1 .*\nchain_ethereum: \d /),
    });
    // As a version with fewer migrations left it.
    await query(url, "DELETE FROM chainkit.migration");
    const tables = ["cursor_key", "writer", "tag", "deployment", "token", "graph_node"];
    await query(url, `DROP TABLE ${tables.map((table) => `chainkit.${table}`).join(", ")}`);
    const { code, output } = await call(["serve", "--port", "0", "--database", url]);
    expect([code, output]).toEqual([1, expect.stringMatching(/0 of 1 migrations.* migrate" with/)]);

    const both = await Promise.all([finished(migrate), finished(migrate)]);
    expect(both.map((each) => each.code)).toEqual([0, 0]);
    const applied = both.map((each) => /chainkit: (\d|up)/.exec(each.output)?.[1]).sort();
    expect(applied).toEqual(["1", "up"]);
    expect(await query(url, "SELECT value FROM chainkit.cursor_key")).toHaveLength(1);
  });
});

describe("roles of processes", () => {
  test("the commands of the guide: API processes serve what a follower writes", async () => {
    const [, , follow = [], api = []] = commands();
    const token = await setUpDatabase();
    const [first, second] = [await serve([...follow, "--from", "0"]), await serve(follow)];
    await until("the follower is ready", async () => (await readyz(first.url)).status === 200);
    // It serves no API, only probes.
    expect((await fetch(`${first.url}/v2/ethereum/blocks/latest`)).status).toBe(404);
    const limits = ["--rate-anonymous", "0.2:4", "--rate-share", "2"];
    const onDemand = ["--balances-on-demand", "60"];
    const apis = [await serve([...api, ...onDemand]), await serve([...api, ...limits])];
    for (const { url } of [...apis, second]) {
      await until("it is ready", async () => (await readyz(url)).status === 200);
      const { served, head } = await readyz(url);
      expect(head).toBeTypeOf("number");
      expect(served).toBe(head);
    }
    const list = async (at: number, query: string) => {
      const headers = { authorization: `Bearer ${token}` };
      const url = `${apis[at]?.url}/ethereum/v1/transactions?limit=2${query}`;
      const body: Answer["body"] = await (await fetch(url, { headers })).json();
      return body;
    };
    const { cursor } = await list(0, "");
    expect((await list(1, `&cursor=${cursor}`)).transactions).toHaveLength(2);
    // Half of the limit, as a balancer spreads the requests over two processes.
    const statuses: number[] = [];
    for (let at = 0; at < 3; at += 1) {
      statuses.push((await fetch(`${apis[1]?.url}/v2/ethereum/blocks/latest`)).status);
    }
    expect(statuses).toEqual([200, 200, 429]);

    // The follower reads a balance that is requested from an API process.
    const nobody = `0x${"7".repeat(40)}`;
    const { address } = chain.contracts.dollar;
    const unknown = `${apis[0]?.url}/ethereum/v1/address/${nobody}/balance/erc20?contract-address=${address}`;
    await until("it is read", async () => (await fetch(unknown)).status !== 503);
    const { erc20TokenBalances }: Answer["body"] = await (await fetch(unknown)).json();
    expect(erc20TokenBalances).toMatchObject([{ contract: { address }, raw_balance: "0" }]);

    // The one that waits takes over, and the API processes follow it without a restart.
    first.child.kill("SIGTERM");
    await first.code;
    await chain.act();
    const head = Number(await chain.send("eth_blockNumber"));
    await until("the other one follows", async () => {
      const { status, served, head: known } = await readyz(apis[0]?.url ?? "");
      return status === 200 && served === head && known === head;
    });
    // One that loses the lease says so, and waits for it again.
    const ownerUrl = `postgres://chainkit_owner@127.0.0.1:${primary.port}/chainkit`;
    await query(ownerUrl, "UPDATE chainkit.writer SET epoch = epoch + 1, holder = 'other'");
    await second.until(/lease lost/);
    await second.until(/standby: another process/);
  });

  test("each role has the rights that its process needs, and no others", async () => {
    await setUpDatabase();
    const as = async (role: string, text: string) => {
      const url = `postgres://${role}@127.0.0.1:${primary.port}/chainkit`;
      const result = await query(url, text).catch((error: Error) => error.message);
      return typeof result === "string" ? result : result[0];
    };
    for (const [role, text] of [
      ["chainkit_api", "DELETE FROM chain_ethereum.block"],
      ["chainkit_api", "INSERT INTO chainkit.token VALUES ('x', '', '', '', 0)"],
      ["chainkit_api", "UPDATE chainkit.writer SET epoch = 0"],
      ["chainkit_follow", "SELECT * FROM chainkit.token"],
      ["chainkit_follow", "SELECT * FROM chainkit.cursor_key"],
      ["chainkit_follow", "DROP TABLE chain_ethereum.balance"],
      ...["AS 'SELECT 1' LANGUAGE sql", "LANGUAGE sql RETURN 1"].map(
        (body) =>
          ["chainkit_follow", `CREATE FUNCTION chain_ethereum.f() RETURNS int ${body}`] as const,
      ),
      [
        "chainkit_follow",
        "CREATE FUNCTION chain_ethereum.f() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'",
      ],
      ["chainkit_follow", "DO 'BEGIN END'"],
    ] as const) {
      expect(await as(role, text), text).toMatch(/permission denied|must be owner/);
    }
    // What is requested is queued for the follower.
    const url = `postgres://chainkit_api@127.0.0.1:${primary.port}/chainkit`;
    const location = { kind: "postgres", url, schema: "chain_ethereum" } as const;
    await besideWriter(location, (chain) => chain.queueWallets([address(7)], 5));
    const pair = { owner: address(7), token: address(9) };
    expect(await besideWriter(location, (chain) => chain.addPairs([pair]))).toBe(1);
    expect(await as("chainkit_api", "SHOW statement_timeout")).toEqual({ statement_timeout: "3s" });
  });
});
