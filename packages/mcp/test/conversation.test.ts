import { type DevService, startDev } from "@chainkit/server";
import type { Client } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, expect, it } from "vitest";
import { connectStdio, jsonOf, textOf } from "./support.ts";

let service: DevService;
let client: Client;
beforeAll(async () => {
  service = await startDev();
  const env = { CHAINKIT_TOKEN: service.token, CHAINKIT_GRAPH_NS: "graph" };
  client = await connectStdio(["--base-url", service.url, "--allow-writes"], env);
});
afterAll(async () => {
  await client?.close();
  await service?.stop();
});

/** Calls a tool as a model does: by name, with JSON, reading nothing but the JSON of the result. */
async function ask(name: string, given: object) {
  const result = await client.callTool({ name, arguments: { ...given } });
  expect(result.isError, textOf(result)).not.toBe(true);
  return jsonOf(result);
}

interface Transfer {
  readonly value: string;
  readonly to_address: string;
}

/** The transactions of a block, page by page. */
async function transfersOf(blockNumber: number): Promise<Transfer[]> {
  const transfers: Transfer[] = [];
  let cursor: string | undefined;
  do {
    const given = { chainName: "ethereum", blockNumber, limit: 2, ...(cursor ? { cursor } : {}) };
    const page = await ask("getBlockTransactions", given);
    expect(page.transactions.length).toBeLessThanOrEqual(2);
    transfers.push(...page.transactions);
    cursor = page.cursor;
  } while (cursor);
  return transfers;
}

it("a conversation finds the newest block, its largest transfer, and the receiver's balances", async () => {
  const { block } = await ask("getBlock", { chain_name: "ethereum", block_number: "latest" });
  let { number } = block;
  let largest: Transfer | undefined;
  // The newest block may hold no transfer of ether.
  for (; !largest && number >= 0; number--) {
    [largest] = (await transfersOf(number))
      .filter(({ value }) => BigInt(value) > 0n)
      .sort((a, b) => Number(BigInt(b.value) - BigInt(a.value)));
  }
  expect(largest?.to_address).toMatch(/^0x[0-9a-f]{40}$/i);

  const receiver = { chainName: "ethereum", walletAddress: largest?.to_address };
  const { erc20TokenBalances, resultCount } = await ask("getErc20Balances", receiver);
  expect(erc20TokenBalances).toHaveLength(resultCount);
  const sent = await ask("getAddressTransactions", { ...receiver, limit: 100 });
  expect(sent.transactions.map(({ value }: Transfer) => value)).toContain(largest?.value);
});
