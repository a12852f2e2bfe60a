/**
 * A program for a copy of the repository that has a fourth area and a new operation: it calls both
 * through everything that is made from the contract, and prints what came of it. It names them, and so
 * no package does.
 */
export const callEverywhere = `
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { createChainkit } from "../../client/dist/index.js";
import { validate } from "../../client/dist/validate.js";
import { runContract } from "../../contract-tests/dist/index.js";
import { createMcpFactory, serveHttp } from "../../mcp/dist/index.js";
import { startMock } from "../../mock/dist/index.js";
import { handlers } from "../../msw/dist/index.js";
import { setupServer } from "../../msw/node_modules/msw/lib/node/index.js";
import { createQueries } from "../../query/dist/index.js";
import { QueryClient } from "../../query/node_modules/@tanstack/query-core/build/modern/index.js";

const found: Record<string, unknown> = {};
const mock = await startMock();
const { url: baseUrl } = mock;
const mood = { chain_name: "base", mood: "good" } as const;
const connect = (baseUrl: string) => createChainkit({ baseUrl, token: "t", middleware: validate() });
const { chainData, tokenPrices } = connect(baseUrl);

found.client = [await chainData.getMood(mood), (await tokenPrices.getPrice({ token: "WETH" })).price];

const include = ["getMood", "getPrice"];
const report = await runContract({ target: baseUrl, prism: true, token: "t", include, seed: 1 });
found.suite = [report.ok, ...new Set(report.results.map(({ operation }) => operation))].sort();

const queries = createQueries(tokenPrices);
const cache = new QueryClient();
found.query = [
  await cache.fetchQuery(createQueries(chainData).getMood.queryOptions(mood)),
  queries.getPrice.queryKey({ token: "WETH" }),
  (await cache.fetchInfiniteQuery({ ...queries.listPrices.infiniteQueryOptions(), pages: 2 })).pages.length,
  (await queries.createAlert.mutationOptions().mutationFn({ token: "WETH", above: 1 })).id,
];

const cli = async (...args: string[]) =>
  JSON.parse((await promisify(execFile)(process.execPath, ["packages/cli/dist/cli.js", ...args,
    "--base-url", baseUrl, "--output", "json"])).stdout);
found.cli = [
  await cli("get-mood", "--chain", "base", "--mood", "good"),
  (await cli("list-prices", "--all")).map(({ token }) => token),
];

const served = await serveHttp(createMcpFactory({ baseUrl }));
const agent = new Client({ name: "test", version: "1" });
await agent.connect(new StreamableHTTPClientTransport(new URL(served.url)));
const price = await agent.callTool({ name: "getPrice", arguments: { token: "WETH" } });
const { tools } = await agent.listTools();
found.mcp = [JSON.parse(price.content.at(-1).text).price, tools.some(({ name }) => name === "getMood")];
await agent.close();
await served.close();
await mock.close();

const api = setupServer(...handlers({ baseUrl: "http://msw.test" }));
api.listen();
const mocked = connect("http://msw.test");
const prices = await mocked.tokenPrices.listPrices().toArray();
const refused = await fetch("http://msw.test/v2/base/moods/middling");
found.msw = [await mocked.chainData.getMood(mood), prices.length, refused.status];
api.close();

console.log(JSON.stringify(found));
`;
