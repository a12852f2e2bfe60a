import { fileURLToPath } from "node:url";
import { readApi } from "@chainkit/openapi/api";
import { createClientOf } from "@chainkit/openapi/client";
import { readDocument } from "@chainkit/openapi/file";
import { setupServer } from "msw/node";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { handlersOf, notFound } from "../src/index.ts";

const document = await readDocument(
  fileURLToPath(new URL("../../openapi/test/documents/museum.yaml", import.meta.url)),
);
const api = readApi("museum", document, true);
const baseUrl = "https://museum.example/api";
const authorization = `Basic ${btoa("user:password")}`;

type Methods = Record<string, (params: object) => Promise<unknown>>;
const options = {
  museumPlaceholderAuth: { username: "user", password: "password" },
  retry: false,
} as const;
const client = createClientOf<Methods>(api, { baseUrl, ...options });

const server = setupServer(...handlersOf(document));
const complaint = vi.spyOn(console, "error").mockImplementation(() => {});
beforeAll(() => server.listen({ onUnhandledFrame: "error" }));
afterEach(() => {
  server.resetHandlers();
  complaint.mockClear();
});
afterAll(() => server.close());

const museum = readApi("museum", document, false);
test.each(museum.operations.map(({ id }) => [id, museum.describe(id)] as const))(
  "%s responds with the example of the document",
  async (id, { examples, responses }) => {
    const [success] = Object.entries(responses).filter(([status]) => status.startsWith("2"));
    const [expected] = Object.values(success?.[1].examples ?? {});
    expect(examples.length).toBeGreaterThan(0);
    for (const params of examples) {
      expect(await client[id]?.(params)).toEqual(expected);
    }
  },
);

test.each([
  [
    "no credentials",
    "/museum-hours",
    "",
    401,
    "authorization must be sent, as `Basic <credentials>`",
  ],
  [
    "a parameter of another type",
    "/museum-hours?page=x",
    authorization,
    400,
    "page must be integer",
  ],
])("%s is refused", async (_name, path, sent, status, detail) => {
  const headers = sent ? { authorization: sent } : {};
  const response = await fetch(baseUrl + path, { headers });
  expect(response.status).toBe(status);
  expect(((await response.json()) as { detail: string }).detail).toContain(detail);
});

test("an operation responds as the test wants", async () => {
  server.use(...handlersOf(document, { responses: { getMuseumHours: notFound() } }));
  await expect(client.getMuseumHours?.({})).rejects.toMatchObject({ status: 404 });
  expect(() => handlersOf(document, { responses: { getHours: notFound() } })).toThrow(
    /^handlersOf: unknown operation getHours; expected one of getMuseumHours, /,
  );
});

test("an operation that is not supported says where and why", async () => {
  const gone = { $ref: "#/components/schemas/Gone" };
  const content = { "application/json": { schema: gone } };
  const get = { operationId: "getGone", responses: { 200: { description: "", content } } };
  const trace = { operationId: "traceGone", responses: {} };
  const broken = { openapi: "3.1.0", info: {}, paths: { "/gone": { get, trace } } };
  server.use(...handlersOf(broken, { baseUrl: "https://broken.example" }));
  const response = await fetch("https://broken.example/gone");
  expect(response.status).toBe(501);
  expect(await response.text()).toMatch(/getGone \(GET \/gone\), .*Gone cannot be resolved.*Fix: /);
  expect(complaint).toHaveBeenCalledOnce();
});

test("an object that is composed has its members in the query", async () => {
  const components = { schemas: { Free: { type: "object" } } };
  const schema = { allOf: [{ $ref: "#/components/schemas/Free" }], default: 1 };
  const parameters = [{ name: "page", in: "query", schema }];
  const get = { operationId: "list", parameters, responses: { 204: { description: "" } } };
  const paths = { "/things": { get } };
  const baseUrl = "https://free.example";
  server.use(...handlersOf({ openapi: "3.0.3", info: {}, paths, components }, { baseUrl }));
  const response = await fetch(`${baseUrl}/things?size=1`);
  expect(response.status).toBe(204);
});

test("a stream has events of its schema, or those of a test", async () => {
  const schema = { type: "object", required: ["id"], properties: { id: { type: "integer" } } };
  const content = { "text/event-stream": { schema } };
  const get = { operationId: "getEvents", responses: { 200: { description: "", content } } };
  const streams = { openapi: "3.1.0", info: {}, paths: { "/events": { get } } };
  const baseUrl = "https://streams.example";
  const eventsOf = async (responses = {}) => {
    server.use(...handlersOf(streams, { baseUrl, responses }));
    return (await fetch(`${baseUrl}/events`)).text();
  };
  expect(await eventsOf()).toBe('data: {"id":1}\n\n');
  expect(await eventsOf({ getEvents: { id: 2 } })).toBe('data: {"id":2}\n\n');
  expect(await eventsOf({ getEvents: 'data: {"id":3}\n\ndata: [DONE]\n\n' })).toMatch(/DONE/);
  expect(await eventsOf({ getEvents: { id: "x" } })).toMatch(/breaks the contract at \/id/);
});

test("styles, forms, text and operations of one path are read as they are sent", async () => {
  const integers = { type: "array", items: { type: "integer" } };
  const inPath = (name: string, schema: object) => ({ name, in: "path", required: true, schema });
  const deep = { name: "deep", in: "query", style: "deepObject", schema: integers };
  const text = {
    200: { description: "", content: { "text/plain": { schema: { type: "string" } } } },
  };
  const form = {
    "application/x-www-form-urlencoded": {
      schema: { type: "object", properties: { ids: integers } },
    },
  };
  const paths = {
    "/lists/{ids}": {
      get: { operationId: "getLists", parameters: [inPath("ids", integers)], responses: text },
      post: {
        operationId: "sendLists",
        parameters: [inPath("ids", integers)],
        requestBody: { content: form },
        responses: { 204: { description: "" } },
      },
    },
    "/with space/{id}": {
      get: {
        operationId: "byId",
        parameters: [inPath("id", { type: "integer" }), deep],
        responses: text,
      },
    },
    "/with space/{name}": {
      get: {
        operationId: "byName",
        parameters: [inPath("name", { type: "string" })],
        responses: text,
      },
    },
  };
  const seen: unknown[] = [];
  const see = (name: string) => (params: unknown) => {
    seen.push([name, params]);
  };
  const responses = Object.fromEntries(
    ["getLists", "sendLists", "byId", "byName"].map((id) => [id, see(id)]),
  );
  const styled = { openapi: "3.1.0", info: {}, paths };
  server.use(...handlersOf(styled, { baseUrl: "https://styled.example", responses }));
  const get = (path: string, init?: RequestInit) => fetch(`https://styled.example${path}`, init);
  expect(await (await get("/lists/1,2")).text()).toBe("text");
  const body = new URLSearchParams([["ids", "3"]]);
  expect((await get("/lists/1", { method: "POST", body })).status).toBe(204);
  await get("/with%20space/5?deep[0]=1");
  await get("/with%20space/five");
  expect(seen).toEqual([
    ["getLists", { ids: [1, 2] }],
    ["sendLists", { ids: [1], body: { ids: [3] } }],
    ["byId", { id: 5, deep: [1] }],
    ["byName", { name: "five" }],
  ]);
});

test("a path without parameters goes before one that has them", async () => {
  const content = (example: unknown) => ({ "application/json": { schema: {}, example } });
  const get = (example: string, parameters: readonly object[]) => ({
    get: { parameters, responses: { 200: { description: "", content: content(example) } } },
  });
  const id = { name: "id", in: "path", required: true, schema: { type: "integer" } };
  const part = { name: "part", in: "path", required: true, schema: { enum: ["notes"] } };
  const paths = {
    "/users/{id}": get("one", [id]),
    "/users/me": get("me", []),
    "/users/{id}/{part}": get("part", [id, part]),
    "/users/{id}/events": get("events", [id]),
  };
  const users = { openapi: "3.1.0", info: { title: "Users", version: "1" }, paths };
  server.use(...handlersOf(users, { baseUrl: "https://users.test" }));
  const read = async (path: string) => (await fetch(`https://users.test${path}`)).json();
  const found = ["/users/me", "/users/5", "/users/5/events", "/users/5/notes"].map(read);
  expect(await Promise.all(found)).toEqual(["me", "one", "events", "part"]);
});
