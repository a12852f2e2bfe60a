import { afterAll, beforeAll, expect, it } from "vitest";
import { startMock } from "../src/index.ts";

const json = { "application/json": { schema: { type: "object" }, example: {} } };
const required = (name: string, place: string) => ({
  ...{ name, in: place, required: true },
  schema: { type: "array", items: { type: "integer" } },
});
const described = { description: "…", content: json };
const events = (example: unknown) => ({
  description: "…",
  content: { "text/event-stream": { example } },
});
const never = { "application/json": { schema: { not: {} } } };

// How the values of a request are read is tested in packages/openapi.
const document = {
  openapi: "3.1.0",
  info: { title: "Any", version: "1" },
  components: { securitySchemes: { basic: { type: "http", scheme: "basic" } } },
  paths: {
    "/own": {
      get: {
        operationId: "getOwn",
        parameters: [required("ids", "query")],
        ...{ security: [{ basic: [] }], responses: {} },
      },
    },
    "/lists": {
      get: {
        operationId: "getLists",
        parameters: [required("X-Ids", "header"), { ...required("ids", "cookie"), explode: false }],
        responses: { 200: described, 400: described },
      },
    },
    "/hints": { get: { operationId: "getHints", responses: { 103: { description: "…" } } } },
    "/nothing": { get: { operationId: "getNothing", responses: {} } },
    "/none": {
      get: { operationId: "getNone", responses: { 200: { description: "…", content: never } } },
    },
    "/kinds": {
      get: {
        operationId: "getKinds",
        responses: {
          200: { description: "…", content: { ...json, "text/csv": { example: "a,b" } } },
        },
      },
    },
    "/events": {
      get: {
        operationId: "getEvents",
        responses: {
          200: events({ x: 1 }),
          201: events("a\nb"),
          202: events("data: 1\n\n: 2\n\n"),
        },
      },
    },
  },
};

let mock: Awaited<ReturnType<typeof startMock>>;
beforeAll(async () => {
  mock = await startMock({ specs: [document] });
});
afterAll(() => mock?.close());

it.each([
  [{ "X-Ids": "1,2", cookie: "a=b; ids=3,4" }, 200, []],
  [
    { "X-Ids": "1,x", cookie: "ids=3" },
    400,
    ["request header X-Ids 1: Request header parameter X-Ids.1 must be integer"],
  ],
  [
    {},
    400,
    [
      "request header X-Ids: Request header parameter X-Ids is required",
      "request cookie ids: Request cookie ids is required",
    ],
  ],
])("the headers %j are a %i, with the place of each fault", async (headers, status, found) => {
  const response = await fetch(`${mock.url}/lists`, { headers: headers as Record<string, string> });
  const violations: { location: string[]; message: string }[] = JSON.parse(
    response.headers.get("sl-violations") ?? "[]",
  );
  expect(response.status).toBe(status);
  expect(violations.map((each) => `${each.location.join(" ")}: ${each.message}`)).toEqual(found);
});

it("a 401 says which credentials are missing, before what else is wrong", async () => {
  const { status, headers } = await fetch(`${mock.url}/own`);
  expect([status, headers.get("www-authenticate")]).toEqual([401, "Basic"]);
});

it.each(["hints", "nothing"])("a success may be absent: GET /%s is a 200", async (path) => {
  const { status } = await fetch(`${mock.url}/${path}`);
  expect(status).toBe(200);
});

it.each([
  ["application/json", "application/json"],
  ["image/png, text/csv;q=0.5", "text/csv"],
  ["image/png", "application/json"],
])("a response is of an accepted type if there is one: of %s, %s", async (accept, type) => {
  const response = await fetch(`${mock.url}/kinds`, { headers: { accept } });
  expect([response.status, response.headers.get("content-type")]).toEqual([200, type]);
});

it("a value that nobody can make is a 501 that asks for an example", async () => {
  const response = await fetch(`${mock.url}/none`);
  expect(response.status).toBe(501);
  expect(await response.json()).toMatchObject({
    detail: expect.stringMatching(/getNone: response 200 has no example, .+ Add an `example`\.$/),
  });
});

it.each([
  [200, 'data: {"x":1}\n\n'],
  [201, "data: a\ndata: b\n\n"],
  [202, "data: 1\n\n: 2\n\n"],
])("a stream of status %s has its example as event, or as it is", async (status, text) => {
  const response = await fetch(`${mock.url}/events`, { headers: { prefer: `code=${status}` } });
  expect(response.headers.get("content-type")).toBe("text/event-stream");
  expect(await response.text()).toBe(text);
});
