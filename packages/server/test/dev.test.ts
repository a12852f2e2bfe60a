import { createAddressDataClient } from "@chainkit/address-data";
import { afterAll, beforeAll, expect, test } from "vitest";
import { rpcRequest } from "../src/dev/rpc.ts";
import { readOperations } from "../src/http/spec.ts";
import { type DevService, startDev } from "../src/index.ts";
import { breaches } from "./support/contract.ts";
import { notServed, served } from "./support/operations.ts";

let service: DevService;
beforeAll(async () => {
  service = await startDev();
});
afterAll(() => service.stop());

const rpc = (method: string, ...params: unknown[]): Promise<string> =>
  rpcRequest(service.rpcUrl)(method, ...params);

/** Sends a transaction of an account whose own traffic may take the same nonce at the same time. */
async function send(to?: string): Promise<string> {
  const from = (await service.values()).getAddressTransactions?.walletAddress;
  try {
    return await rpc("eth_sendTransaction", { from, to: to ?? from, value: "0x1" });
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
  for (const [id, params] of Object.entries(values)) {
    const operation = operations.find((each) => each.id === id);
    const path = operation?.path.replace(/\{(\w+)\}/g, (_, name) => String(params[name] ?? "ns"));
    const url = service.url + path;
    const isPost = operation?.method === "POST";
    const response = await fetch(url, {
      method: isPost ? "POST" : "GET",
      headers: { authorization: `Bearer ${service.token}`, "content-type": "application/json" },
      ...(isPost ? { body: JSON.stringify(params) } : {}),
    });
    const body: unknown = await response.json();
    expect({ id, status: response.status }).toEqual({ id, status: 200 });
    expect(breaches(isPost ? "POST" : "GET", url, response, body)).toEqual([]);
  }
});

test("pages neither repeat nor miss transactions while blocks arrive", async () => {
  const client = createAddressDataClient({ baseUrl: service.url });
  const latest = { chainName: "ethereum", limit: 20 } as const;
  const hashes: string[] = [];
  const blocks: number[] = [];
  for await (const { transactions } of client.getLatestTransactions(latest).pages()) {
    hashes.push(...transactions.map((transaction) => transaction.transaction_hash));
    blocks.push(...transactions.map((transaction) => transaction.block_number));
    await send(`0x${"1".repeat(40)}`);
  }
  expect(new Set(hashes).size).toBe(hashes.length);
  expect(blocks).toEqual(blocks.toSorted((a, b) => b - a));
  const first = blocks[0] ?? 0;
  let expected = 0;
  for (let number = 0; number <= first; number++) {
    expected += Number(
      await rpc("eth_getBlockTransactionCountByNumber", `0x${number.toString(16)}`),
    );
  }
  expect(hashes).toHaveLength(expected);
});

test("serves a block as soon as it is mined", async () => {
  const hash = await send();
  await expect
    .poll(async () => (await fetch(`${service.url}/v2/ethereum/transactions/${hash}`)).status, {
      interval: 20,
    })
    .toBe(200);
});

test("paging continues across a reorganisation", async () => {
  const page = async (cursor: string) => {
    const response = await fetch(`${service.url}/ethereum/v1/transactions?limit=5${cursor}`);
    return (await response.json()) as { cursor: string; transactions: { block_number: number }[] };
  };
  const first = await page("");
  await rpc("anvil_reorg", 3, []);
  const second = await page(`&cursor=${first.cursor}`);
  const last = first.transactions.at(-1)?.block_number ?? 0;
  expect(second.transactions[0]?.block_number).toBeLessThanOrEqual(last);
  const block = async () => {
    const response = await fetch(`${service.url}/v2/ethereum/blocks/latest`);
    return ((await response.json()) as { block: { hash: string; number: number } }).block;
  };
  await expect
    .poll(async () => {
      const { hash, number } = await block();
      const onNode = (await rpc("eth_getBlockByNumber", `0x${number.toString(16)}`, false)) as
        | { readonly hash?: string }
        | string;
      return typeof onNode === "object" && onNode.hash === hash;
    })
    .toBe(true);
});
