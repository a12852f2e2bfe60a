import { createAddressDataClient } from "@chainkit/address-data";
import { createChainDataClient } from "@chainkit/chain-data";
import { createSubgraphManagementClient } from "@chainkit/subgraph-management";
import { expect, test } from "vitest";
import { startDevChain } from "../../src/dev/chain.ts";
import { openWriter } from "../../src/store/open.ts";
import { run } from "../support/command.ts";
import { call } from "../support/in-process.ts";
import { createDatabase } from "../support/postgres/database.ts";
import { startPostgres } from "../support/postgres/server.ts";

test("one process follows a chain into a database, several serve it", async () => {
  const { url: database } = await createDatabase();
  const chain = await startDevChain();
  try {
    const serve = ["serve", "--port", "0", "--database", database, "--log-level", "info"];
    const chainOption = ["--chain", `ethereum=${chain.rpcUrl}`, "--from", "0"];
    const follower = run([...serve, ...chainOption]);
    const [, first = ""] = await follower.until(/listening at (\S+)/);
    await expect.poll(() => fetch(`${first}/readyz`).then(({ status }) => status)).toBe(200);

    const { output } = await call(["token", "create", "ci", "--database", database]);
    const token = output.match(/ck_\S+/)?.[0] ?? "";
    expect((await call(["subgraph", "add", "a/b", "1.0.0", "--database", database])).code).toBe(0);

    // Another process has no node: it reads what the first one writes.
    const [, second = ""] = await run(serve).until(/listening at (\S+)/);
    for (const baseUrl of [first, second]) {
      const management = createSubgraphManagementClient({ baseUrl, graphNs: "g", token });
      const tag = { subgraph_name: "a/b", version: "1.0.0", tag: `of ${baseUrl}` };
      expect(await management.createTag(tag)).toMatchObject({ code: 0 });
    }
    const { block } = await createChainDataClient({ baseUrl: second }).getBlock({
      chain_name: "ethereum",
      block_number: "latest",
    });
    expect(block.number).toBeGreaterThan(0);
    const addresses = createAddressDataClient({ baseUrl: second });
    const page = await addresses.getLatestTransactions({ chainName: "ethereum", limit: 2 });
    // A cursor of one process is valid for the other: both have the same key.
    const next = await createAddressDataClient({ baseUrl: first }).getLatestTransactions({
      chainName: "ethereum",
      limit: 2,
      ...(page.cursor ? { cursor: page.cursor } : {}),
    });
    expect(page.cursor).toBeTypeOf("string");
    expect(next.transactions).toHaveLength(2);
    const [owner = "0x"] = chain.accounts;
    const balances = await addresses.getErc20Balances({
      chainName: "ethereum",
      walletAddress: owner,
    });
    expect(balances.erc20TokenBalances.length).toBeGreaterThan(0);
    const status = await call(["status", "--database", database]);
    expect(status.output).toMatch(/ethereum +0 +\d+/);
    expect(status.output).toContain("1 subgraph versions, 1 tokens");
  } finally {
    await chain.close();
  }
});

test("accepts a database or a folder, not both, and never shows the password", async () => {
  const password = "s3cret";
  const url = `postgres://chainkit:${password}@127.0.0.1:1/none`;
  for (const [args, reason] of [
    [["--database", url, "--data", "x"], /are mutually exclusive/],
    [["--database", `mysql://u:${password}@h/d`], /expected postgres:/],
    [["--database", url], /ECONNREFUSED/],
    [["--chain-database", `nowhere=${url}`, "--database", url], /one of ethereum/],
  ] as const) {
    const { code, output } = await call(["status", ...args]);
    expect(code).not.toBe(0);
    expect(output).toMatch(reason);
    expect(output).not.toContain(password);
  }
});

test("responds with Retry-After while the database is down, and recovers", async () => {
  const server = await startPostgres();
  try {
    const args = ["serve", "--port", "0", "--database", server.url, "--rate-anonymous", "0"];
    const writer = await openWriter(
      { kind: "postgres", url: server.url, schema: "chain_ethereum" },
      { undoBlocks: 10 },
    );
    await writer.close();
    const [, url = ""] = await run(args).until(/listening at (\S+)/);
    const path = `${url}/v2/ethereum/blocks/1`;
    expect((await fetch(path)).status).toBe(404);
    await server.kill();
    const response = await fetch(path);
    expect([response.status, response.headers.get("retry-after")]).toEqual([503, "1"]);
    await server.restart();
    await expect.poll(async () => (await fetch(path)).status).toBe(404);
  } finally {
    await server.stop();
  }
});
