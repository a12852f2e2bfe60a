import { createAddressDataClient } from "@chainkit/address-data";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type RpcRequest, rpcRequest } from "../src/dev/rpc.ts";
import { readOperations } from "../src/http/spec.ts";
import { type DevService, startDev } from "../src/index.ts";
import { breaches } from "./support/contract.ts";
import { notServed, served } from "./support/operations.ts";

let service: DevService;
let rpc: RpcRequest;
beforeAll(async () => {
  service = await startDev();
  rpc = rpcRequest(service.rpcUrl);
});
afterAll(() => service.stop());

/** Sends a transaction of an account whose own traffic may take the same nonce at the same time. */
async function send(to: string): Promise<string> {
  const from = (await service.values()).getAddressTransactions?.walletAddress;
  try {
    return await rpc<string>("eth_sendTransaction", { from, to, value: "0x1" });
  } catch (error) {
    if (!String(error).includes("replacement transaction underpriced")) {
      throw error;
    }
    return send(to);
  }
}

for (const id of notServed) {
  test.todo(`${id} has a handler and values`);
}

test("its values give a valid response for each operation with a handler", async () => {
  const values = await service.values();
  expect(Object.keys(values).sort()).toEqual([...served].sort());
  const operations = await readOperations();
  const headers = {
    authorization: `Bearer ${service.token}`,
    "content-type": "application/json",
  };
  for (const [id, params] of Object.entries(values)) {
    const { method = "", path = "" } = operations.find((each) => each.id === id) ?? {};
    const url = `${service.url}${path.replace(/\{(\w+)\}/g, (_, name) => String(params[name] ?? "ns"))}`;
    const body = method === "POST" ? { body: JSON.stringify(params) } : {};
    const response = await fetch(url, { method, headers, ...body });
    const found = breaches(method, url, response, await response.json());
    expect([id, response.status, found]).toEqual([id, 200, []]);
  }
});

test("pages neither repeat nor miss transactions while blocks arrive", async () => {
  const client = createAddressDataClient({ baseUrl: service.url });
  const hashes: string[] = [];
  const blocks: number[] = [];
  const latest = client.getLatestTransactions({ chainName: "ethereum", limit: 20 });
  for await (const { transactions } of latest.pages()) {
    hashes.push(...transactions.map((transaction) => transaction.transaction_hash));
    blocks.push(...transactions.map((transaction) => transaction.block_number));
    await send(`0x${"1".repeat(40)}`);
  }
  expect(blocks).toEqual(blocks.toSorted((a, b) => b - a));
  const expected: string[] = [];
  for (let number = blocks[0] ?? 0; number >= 0; number -= 1) {
    const name = `0x${number.toString(16)}`;
    const block = await rpc<{ transactions: string[] }>("eth_getBlockByNumber", name, false);
    expected.push(...block.transactions.reverse());
  }
  expect(hashes).toEqual(expected);
});
