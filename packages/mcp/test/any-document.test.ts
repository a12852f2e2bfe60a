import { readApi } from "@chainkit/openapi/api";
import { afterAll, beforeAll, expect, it } from "vitest";
import { connect, type Deployment, jsonOf, startDeployment, textOf } from "./support.ts";

const done = { 204: { description: "Done." } };
const LONG = "get-companies-companyId-apiCredentials-apiCredentialId-allowedOrigins";
/** A name without a letter that models' interfaces accept. */
const HAN = "\u540d";
const inQuery = (...names: string[]) =>
  names.map((name) => ({ name, in: "query", schema: { type: "integer" } }));

let deployment: Deployment;
beforeAll(async () => {
  deployment = await startDeployment();
  deployment.respond = (_, response) => response.writeHead(204).end();
});
afterAll(() => deployment.close());

/** An agent of the operations of a document, by path. */
async function agentOf(paths: object, options: object = {}) {
  const info = { title: "Any", version: "1" };
  const api = readApi("any", { openapi: "3.1.0", info, paths } as never, true);
  return connect({ api, baseUrl: deployment.url, ...options });
}

it("names arguments as models' interfaces accept them, and sends the parameters", async () => {
  const parameters = inQuery("page[size]", "$top", "top", "full", "each one", "_id", HAN);
  const agent = await agentOf({
    "/list": { get: { operationId: "list", parameters, responses: done } },
  });
  const { tools } = await agent.client.listTools();
  const names = Object.keys(tools[0]?.inputSchema.properties ?? {});
  expect(names).toEqual([
    "page_size",
    "top_2",
    "top",
    "full_2",
    "each_one",
    "_id",
    "argument",
    "full",
  ]);
  const given = { page_size: 1, top_2: 2, top: 3, full_2: 4, each_one: 5, argument: 6, full: true };
  const result = await agent.client.callTool({ name: "list", arguments: given });
  expect(textOf(result)).toBe("list: done.");
  const sent = new URL(deployment.requests.at(-1)?.url ?? "", "http://a").searchParams;
  expect(Object.fromEntries(sent)).toEqual({
    ...{ "page[size]": "1", $top: "2", top: "3", full: "4", "each one": "5", [HAN]: "6" },
  });
  const wrong = await agent.client.callTool({ name: "list", arguments: { page_size: "x" } });
  expect(textOf(wrong)).toMatch(/^list: page_size must be integer/);
  await agent.close();
});

it("without a base URL, calls an operation at the server that the document states for it", async () => {
  const responses = done;
  const servers = [{ url: deployment.url }];
  const info = { title: "Own", version: "1" };
  const paths = {
    "/own": { servers, get: { operationId: "getOwn", responses } },
    "/first": { get: { operationId: "getFirst", responses } },
  };
  const first = { servers: [{ url: "http://first.invalid" }] };
  const api = readApi("own", { openapi: "3.1.0", info, paths, ...first }, true);
  const agent = await connect({ api });
  expect(textOf(await agent.client.callTool({ name: "getOwn", arguments: {} }))).toBe(
    "getOwn: done.",
  );
  const failed = await agent.client.callTool({ name: "getFirst", arguments: {} });
  expect(textOf(failed)).toContain("no connection to http://first.invalid");
  await agent.close();
});

it("names tools of long and of equal ids apart", async () => {
  const ids = [LONG, `${LONG}-originId`, "a.b", "a/b", "plain"];
  const paths = ids.map((operationId, at) => [`/${at}`, { get: { operationId, responses: done } }]);
  const agent = await agentOf(Object.fromEntries(paths));
  const names = (await agent.client.listTools()).tools.map(({ name }) => name);
  expect(new Set(names).size).toBe(ids.length);
  expect(names.filter((name) => !/^[a-zA-Z0-9_-]{1,64}$/.test(name))).toEqual([]);
  expect(names).toContain("plain");
  for (const [at, name] of names.entries()) {
    expect(textOf(await agent.client.callTool({ name, arguments: {} }))).toBe(`${name}: done.`);
    expect(deployment.requests.at(-1)?.url).toBe(`/${at}`);
  }
  await agent.close();
});

it("finds by search what is too much for a list, and calls it", async () => {
  const paths = Array.from({ length: 200 }, (_, at) => [
    `/v1/things${at}`,
    {
      get: {
        operationId: `getThing${at}`,
        summary: at === 150 ? "List invoices" : `Get thing ${at}`,
        description: "d".repeat(300),
        parameters: inQuery("limit").map((limit) => ({
          ...limit,
          description: at === 151 ? "d".repeat(20_000) : "Items.",
        })),
        responses: done,
      },
    },
  ]);
  const agent = await agentOf(Object.fromEntries(paths));
  const { tools } = await agent.client.listTools();
  expect(JSON.stringify(tools).length).toBeLessThan(60_000);
  const taking = (argument: string) => ({
    inputSchema: { required: [argument], additionalProperties: false },
    annotations: { readOnlyHint: true },
  });
  expect(tools).toMatchObject([
    { name: "search_operations", ...taking("query") },
    { name: "call_operation", ...taking("name") },
  ]);
  expect(agent.client.getInstructions()).toContain("search_operations");
  const search = { name: "search_operations", arguments: { query: "invoices" } };
  const [found, ...others] = jsonOf(await agent.client.callTool(search));
  expect(others).toEqual([]);
  expect(found).toMatchObject({ name: "getThing150", title: "List invoices" });
  expect(found.arguments.properties).toHaveProperty("limit");
  const call = (name: string, given: object = {}) =>
    agent.client.callTool({ name: "call_operation", arguments: { name, arguments: given } });
  expect(textOf(await call(found.name, { limit: 5 }))).toBe("getThing150: done.");
  expect(deployment.requests.at(-1)?.url).toBe("/v1/things150?limit=5");
  const unknown = await call("getInvoice");
  expect([unknown.isError, textOf(unknown)]).toEqual([
    true,
    "getInvoice is no operation; find one with search_operations.",
  ]);
  const many = textOf(
    await agent.client.callTool({ ...search, arguments: { query: "things thing" } }),
  );
  expect(many).toContain("190 others match");
  const long = { ...search, arguments: { query: "thing151" } };
  expect(jsonOf(await agent.client.callTool(long))).toEqual([
    expect.objectContaining({ name: "getThing151", argumentNames: ["limit", "full"] }),
  ]);
  await agent.close();
});

it("takes what the schemas of the document allow, and nothing else", async () => {
  const at = {
    oneOf: [
      { type: "string", enum: ["now"] },
      { type: "string", format: "date-time" },
    ],
  };
  const properties = {
    at,
    price: { type: "number", multipleOf: 0.01 },
    constructor: { type: "string" },
  };
  const content = { "application/json": { schema: { type: "object", properties } } };
  const post = { operationId: "jobs", requestBody: { required: true, content }, responses: done };
  const agent = await agentOf({ "/jobs": { post } }, { allowWrites: true });
  const call = async (given: object) =>
    textOf(await agent.client.callTool({ name: "jobs", arguments: { ...given } }));
  expect(await call({ at: "now", price: 19.99 })).toBe("jobs: done.");
  expect(await call({ at: "2026-01-01T00:00:00Z" })).toBe("jobs: done.");
  expect(await call({ at: "soon" })).toMatch(/^jobs: at must /);
  expect(await call({ price: 0.001 })).toMatch(/^jobs: price must be multiple of 0.01/);
  await agent.close();
});
