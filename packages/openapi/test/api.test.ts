import { createServer, type IncomingMessage } from "node:http";
import { fileURLToPath } from "node:url";
import { afterAll, expect, it } from "vitest";
import { listenAt } from "../../command/src/serve.ts";
import { readApi } from "../src/api.ts";
import { createClientOf } from "../src/client.ts";
import { readDocument } from "../src/file.ts";

const museum = await readDocument(fileURLToPath(new URL("documents/museum.yaml", import.meta.url)));

const requests: IncomingMessage[] = [];
const server = createServer((request, response) => {
  requests.push(request);
  response.setHeader("content-type", "application/json").end("[]");
});
const { url: baseUrl, close } = await listenAt(server);
afterAll(close);

type Method = (params: object) => Promise<unknown>;

/** A client of one operation, `GET /things`, and the request that it sends. */
async function call(operation: object, params: object, options: object, document: object = {}) {
  const responses = { 200: { description: "Things." } };
  const api = readApi(
    "things",
    {
      openapi: "3.1.0",
      paths: { "/things": { get: { operationId: "getThings", responses, ...operation } } },
      ...document,
    },
    true,
  );
  expect([...api.refused.values()]).toEqual([]);
  const client = createClientOf<{ getThings: Method }>(api, { baseUrl, ...options });
  await client.getThings(params);
  return requests.at(-1);
}

it("describes the operations of a document, and where it is served", () => {
  const api = readApi("museum", museum, true);
  expect(api).toMatchObject({
    title: "Museum API",
    baseUrl: "https://museum.example/api",
  });
  const [{ baseUrl, ...hours } = { baseUrl: "" }] = api.operations;
  expect(baseUrl).toBe("https://museum.example/api");
  expect(hours).toMatchObject({ id: "getMuseumHours", area: "museum", safe: true });
  const described = api.describe("getMuseumHours");
  expect(described).toMatchObject({ ...hours, auth: "required" });
  expect(described.params.properties).toHaveProperty("startDate");
  expect(() => api.describe("getMuseum")).toThrow("museum: unknown operation getMuseum");
});

it("splits basic credentials that are a text at the first colon", async () => {
  const components = { securitySchemes: { pair: { type: "http", scheme: "basic" } } };
  const operation = { security: [{ pair: [] }] };
  const sent = await call(operation, {}, { pair: "user:pass:word" }, { components });
  expect(sent?.headers.authorization).toBe(`Basic ${btoa("user:pass:word")}`);
});

it("says of what it leaves out where it is, what is wrong and what to do", () => {
  const { operations, refused } = readApi("museum", museum, false);
  expect(operations.map(({ id }) => id)).not.toContain("getTicketCode");
  expect([...refused]).toEqual([
    [
      "getTicketCode",
      "getTicketCode (GET /tickets/{ticketId}/qr), responses: binary content is supported by command line, MCP server, clients and the mock only\n" +
        "    Fix: call it with a generated client, or leave it out",
    ],
  ]);
});

it("says all that is wrong with an operation, and with the document", () => {
  const get = {
    operationId: "list",
    responses: { 200: { description: "", content: {} } },
    parameters: ["a", "b"].map((name) => ({ name, in: "nowhere", required: true })),
  };
  const document = { openapi: "3.2.0", paths: { "/a": { get }, "/b": { get: { responses: {} } } } };
  const { refused, rules, operations } = readApi("things", document, true);
  expect([...refused.keys()]).toEqual(["", "list"]);
  expect(
    refused
      .get("list")
      ?.split("\n")
      .filter((line) => line.includes("GET /a")),
  ).toEqual([
    'list (GET /a), nowhere parameter "a": nowhere is not a place',
    'list (GET /a), nowhere parameter "b": nowhere is not a place',
  ]);
  expect(rules.operations.map(({ id }) => id)).toEqual(["getB"]);
  expect(operations.map(({ id }) => id)).toEqual(["getB"]);
});

it.each([
  [[{ url: "https://a.example/v1/" }, { url: "https://b.example" }], "https://a.example/v1"],
  [[{ url: "http://{host}/{host}", variables: { host: { default: "a" } } }], "http://a/a"],
  [[{ url: "https://{host}" }], undefined],
  [[{ url: "/v1" }], undefined],
  [undefined, undefined],
])("is served at the first of %j", (servers, baseUrl) => {
  const api = readApi("things", { openapi: "3.1.0", paths: {}, servers }, true);
  expect(api).toMatchObject({ name: "things", title: "things" });
  expect(api.baseUrl).toBe(baseUrl);
});

it.each([
  [[{ url: "https://own.example/v2/" }], "https://own.example/v2"],
  [[{ url: "/v2" }], "https://a.example/v2"],
  [[{ url: "wss://own.example" }], undefined],
  [undefined, "https://a.example/v1"],
])("states the base URL of an operation that is served at %j", (servers, baseUrl) => {
  const operation = { ...(servers && { servers }), responses: { 204: { description: "" } } };
  const document = {
    openapi: "3.1.0",
    paths: { "/a": { get: operation } },
    servers: [{ url: "https://a.example/v1" }],
  };
  expect(readApi("things", document, true).operations[0]?.baseUrl).toBe(baseUrl);
});

it("calls the servers of operations, which an option may replace", async () => {
  const other = "https://other.example";
  const operation = { servers: [{ url: other }] };
  const request = await call(operation, {}, { servers: { [other]: `${baseUrl}/other` } });
  expect(request?.url).toBe("/other/things");
});

it.each([
  [true, []],
  [false, ["getThings"]],
])("leaves out a style for those alone who read requests themselves (%s)", (calls, ids) => {
  const parameters = [
    {
      name: "ids",
      in: "query",
      explode: false,
      schema: { type: "array", items: { type: "string" } },
    },
  ];
  const get = { operationId: "getThings", parameters, responses: {} };
  const document = { openapi: "3.1.0", paths: { "/things": { get } } };
  expect([...readApi("things", document, calls).refused.keys()]).toEqual(ids);
});

const ids = { type: "array", items: { type: "integer" } };
const range = {
  type: "object",
  properties: { from: { type: "integer" }, to: { type: "integer" } },
};

it.each([
  [{ schema: ids }, [1, 2], "only=1&only=2"],
  [{ schema: ids, explode: false }, [1, 2], "only=1,2"],
  [{ schema: range, style: "deepObject" }, { from: 1, to: 2 }, "only%5Bfrom%5D=1&only%5Bto%5D=2"],
])("writes a parameter as the document says: %j", async (parameter, only, query) => {
  const parameters = [{ name: "only", in: "query", ...parameter }];
  const request = await call({ parameters }, { only }, {});
  expect(request?.url).toBe(`/things?${query}`);
});

it.each([
  [{ type: "http", scheme: "bearer" }, { token: "t" }, "authorization", "Bearer t"],
  [
    { type: "http", scheme: "basic" },
    { mySecret: { username: "a", password: "b" } },
    "authorization",
    "Basic YTpi",
  ],
  [{ type: "apiKey", in: "header", name: "x-key" }, { mySecret: "k" }, "x-key", "k"],
])("sends the credentials of %j", async (scheme, options, header, value) => {
  const document = {
    security: [{ "my-secret": [] }],
    components: { securitySchemes: { "my-secret": scheme } },
  };
  const request = await call({}, {}, options, document);
  expect(request?.headers[header]).toBe(value);
});

it("sends an API key whose scheme is named token as the key that it is", async () => {
  const token = { type: "apiKey", in: "header", name: "x-token" };
  const securitySchemes = { token, login: { type: "http", scheme: "bearer" } };
  const document = { security: [{ token: [], login: [] }], components: { securitySchemes } };
  const request = await call({}, {}, { token: "t", tokenKey: "k" }, document);
  expect(request?.headers["x-token"]).toBe("k");
  expect(request?.headers.authorization).toBe("Bearer t");
});
