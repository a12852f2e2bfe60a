import { type Mock, startMock } from "@chainkit/mock";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { connect, json, jsonOf, shareAgent } from "./support.ts";

const wallet = "0x6cc5f688a315f3dc28a7781717a9a798a59fda7b";
const summary = {
  name: "wallet_summary",
  arguments: { chainName: "Ethereum", walletAddress: wallet },
};

let mock: Mock;
let connected: Awaited<ReturnType<typeof connect>>;
beforeAll(async () => {
  mock = await startMock();
  connected = await connect({ baseUrl: mock.url });
});
afterAll(() => Promise.all([connected?.close(), mock?.close()]));
const other = shareAgent();

describe("wallet_summary", () => {
  it("is what its operations respond, each under its name", async () => {
    const result = jsonOf(await connected.client.callTool(summary));
    const names = ["getErc20Balances", "getErc721Balances", "getAddressTransactions"];
    expect(Object.keys(result)).toEqual(names);
    for (const name of names) {
      const given = { ...summary.arguments, limit: 10 };
      const own = await connected.client.callTool({ name, arguments: given });
      expect(result[name]).toEqual(jsonOf(own));
    }
  });

  it("says what failed, and what did not", async () => {
    other.deployment.respond = (request, response) =>
      request.url?.includes("erc721")
        ? json(404, { title: "Not Found", status: 404 })(request, response)
        : json(200, { cursor: null, transactions: [] })(request, response);
    const result = jsonOf(await other.client.callTool(summary));
    expect(result.getErc721Balances.error).toContain("getErc721Balances: 404");
    expect(result.getAddressTransactions).toEqual({ cursor: null, transactions: [] });
    expect(other.deployment.requests.map(({ url }) => url)).toContainEqual(
      `/ethereum/v1/address/${wallet}/transactions?limit=10`,
    );
  });
});

it("list_chains says which chains are served, and up to which block", async () => {
  other.deployment.respond = (request, response) =>
    /^\/(ethereum|base)\//.test(request.url ?? "")
      ? json(200, { cursor: null, transactions: [{ block_number: 7 }] })(request, response)
      : json(404, { title: "Unknown chain", status: 404 })(request, response);
  const chains = jsonOf(await other.client.callTool({ name: "list_chains", arguments: {} }));
  expect(chains.ethereum).toEqual({ served: true, latestBlock: 7 });
  expect(chains.base).toEqual({ served: true, latestBlock: 7 });
  expect(chains.polygon).toMatchObject({ served: false, error: expect.stringContaining("404") });
});

it("the prompts are three, and name tools that exist", async () => {
  const { prompts } = await connected.client.listPrompts();
  const { tools } = await connected.client.listTools();
  expect(prompts).toHaveLength(3);
  for (const { name } of prompts) {
    const given = { chain: "base", wallet: "0xa1", hash: "0xb2" };
    const { messages } = await connected.client.getPrompt({ name, arguments: given });
    const text = JSON.stringify(messages);
    expect(tools.some((tool) => text.includes(tool.name))).toBe(true);
  }
});
