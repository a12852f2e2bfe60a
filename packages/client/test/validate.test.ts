import { startMock } from "@chainkit/mock";
import { afterAll, expect, test } from "vitest";
import { createChainkit } from "../src/index.ts";
import { validate } from "../src/validate.ts";

const block = { chain_name: "ethereum", block_number: "17686112" } as const;
const wallet = {
  chainName: "ethereum",
  walletAddress: "0x6cc5f688a315f3dc28a7781717a9a798a59fda7b",
};

const mock = await startMock();
afterAll(mock.close);

/** Clients of the mock that validate, and see its responses as `alter` leaves them. */
function connect(alter: (text: string, request: number) => string, headers = {}) {
  let requests = 0;
  return createChainkit({
    ...{ baseUrl: mock.url, token: "my-token", graphNs: "example-ns", headers },
    middleware: validate(),
    retry: { baseDelayMs: 1 },
    fetch: async (input, init) => {
      const response = await fetch(input, init);
      return new Response(alter(await response.text(), ++requests), response);
    },
  });
}

test("a conforming response passes, unknown fields included", async () => {
  const { chainData, addressData, subgraphManagement } = connect((text) =>
    text.replace("{", '{"unknown":1,'),
  );
  expect((await chainData.getBlock(block)).block.number).toBe(17686112);
  expect(await addressData.getErc20Balances(wallet).toArray()).toHaveLength(3);
  const tags = { subgraph_name: "erc20-transfers", version: "1.2.0" };
  expect((await subgraphManagement.queryTag(tags)).code).toBe(0);
});

test.each([
  ["a field of another type", /"number":\d+/, '"number":"5"', "/block/number", 'received "5"'],
  ["a date that is none", /"timestamp":"[^"]*"/, '"timestamp":"now"', "/block/timestamp", "now"],
  ["a hash that is too short", /"hash":"[^"]*"/, '"hash":"0x1"', "/block/hash", "0x1"],
  ["a field that is missing", /"miner":"[^"]*",/, "", "/block/miner", "undefined"],
  ["a body of another type", /^.*$/s, '"text"', "", 'received "text"'],
])("%s fails the call and is named", async (_, pattern, changed, pointer, received) => {
  const { chainData } = connect((text) => text.replace(pattern, changed));
  const result = await chainData.getBlock(block).result();
  expect(result).toMatchObject({
    ok: false,
    error: {
      ...{ kind: "decode", operation: "getBlock", method: "GET", status: 200, attempts: 1 },
      ...{ pointer, url: `${mock.url}/v2/ethereum/blocks/17686112` },
    },
  });
  const { message } = (result as unknown as { error: Error }).error;
  expect(message).toMatch(/^getBlock: 200 response breaks the contract at /);
  expect(message).toContain(received);
});

test("every page of a listing is checked", async () => {
  const { addressData } = connect((text, request) =>
    request < 2 ? text : text.replace(/"decimals":\d+/, '"decimals":"8"'),
  );
  const seen: string[] = [];
  const all = async () => {
    for await (const { balance } of addressData.getErc20Balances(wallet)) {
      seen.push(balance);
    }
  };
  await expect(all()).rejects.toMatchObject({
    kind: "decode",
    operation: "getErc20Balances",
    pointer: "/erc20TokenBalances/0/contract/decimals",
  });
  expect(seen).toHaveLength(2);
});

test("the body of an error is checked, and its attempts are counted", async () => {
  const prefer = { prefer: "code=500" };
  const { chainData } = connect((text) => text.replace('"status":500', '"status":"500"'), prefer);
  await expect(chainData.getBlock(block)).rejects.toMatchObject({
    ...{ kind: "decode", status: 500, pointer: "/status", attempts: 3 },
  });
  const sound = connect((text) => text, prefer).chainData;
  await expect(sound.getBlock(block)).rejects.toMatchObject({ kind: "http", status: 500 });
});

test("a body that is not JSON is left to the client", async () => {
  const { chainData } = connect(() => "<html>");
  const error = { kind: "decode", message: expect.stringContaining("not JSON") };
  await expect(chainData.getBlock(block)).rejects.toMatchObject(error);
});
