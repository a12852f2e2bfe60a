import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { toQuantity } from "../src/chain/abi.ts";
import { importFiles } from "../src/service/import.ts";
import { emptyStore } from "./support/engines.ts";
import { caughtUp, contents, followNodes, undisturbed } from "./support/ingest.ts";
import { quietChain } from "./support/quiet-chain.ts";
import { startService, temporaryFolder } from "./support/support.ts";

test("an imported chain has balances as soon as a node is given, without a new block", async () => {
  const chain = await quietChain();
  const expected = await undisturbed(chain);

  const folder = temporaryFolder();
  const head = Number(await chain.send("eth_blockNumber"));
  const blocks = Array.from({ length: head + 1 }, async (_, at) => ({
    block: await chain.send("eth_getBlockByNumber", toQuantity(at), true),
    receipts: await chain.send("eth_getBlockReceipts", toQuantity(at)),
  }));
  writeFileSync(join(folder, "blocks.json"), JSON.stringify(await Promise.all(blocks)));
  const file = join(folder, "chain.sqlite");
  const imported = { verification: "ethereum" } as const;
  await importFiles({ kind: "sqlite", file }, imported, [join(folder, "blocks.json")], () => {});

  const store = await emptyStore(file);
  const service = await startService({}, { chains: new Map([["ethereum", store]]) });
  const balances = `/ethereum/v1/address/${chain.accounts[0]}/balance/erc20`;
  const before = await service.get(balances);
  expect([before.status, before.body.type]).toEqual([503, "/problems/balance-pending"]);

  followNodes(store, [chain.rpcUrl]);
  await caughtUp(store, chain);
  expect(Number(await chain.send("eth_blockNumber"))).toBe(head);
  const { status, headers } = await service.get(balances);
  expect(status).toBe(200);
  expect(headers.get("chainkit-coverage")).toMatch(/ complete, pending=0, unreadable=0$/);
  expect(await contents(store, chain)).toEqual(expected);
});
