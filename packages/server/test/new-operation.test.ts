import { expect, test } from "vitest";
import type { AnyHandler } from "../src/http/routes.ts";
import type { TokenScope } from "../src/store/management-store.ts";
import { operationsOf, startApp } from "./support/app-options.ts";

const ok = { 200: { description: "ok", content: { "application/json": { schema: {} } } } };
const recursive = { $ref: "#/components/schemas/Tree" };
const header = { name: "x-mood", in: "header", schema: { type: "string" } };

/** Operations of every kind that the contract may get, and that the service cannot serve yet. */
const MOODS = {
  paths: {
    "/moods/{id}": {
      get: { operationId: "getMood", responses: ok },
      head: { operationId: "headMood", responses: ok },
      delete: { operationId: "deleteMood", security: [{ bearer: [] }], responses: ok },
    },
    "/moods/{name}": { patch: { operationId: "patchMood", parameters: [header], responses: ok } },
    "/moods:count": { put: { operationId: "countMoods", responses: { 201: ok[200] } } },
    "/trees": {
      post: {
        operationId: "plant",
        "x-envelope": { codeField: "code", messageField: "msg" },
        requestBody: { required: true, content: { "application/json": { schema: recursive } } },
        responses: ok,
      },
    },
  },
  components: {
    schemas: { Tree: { properties: { left: recursive } } },
    securitySchemes: { bearer: { type: "http", scheme: "bearer" } },
  },
};

async function serve(document: object, handlers: Readonly<Record<string, AnyHandler>> = {}) {
  const operations = await operationsOf("moods", document);
  const authenticate = async (scope: string) =>
    scope === "data" || scope === "management"
      ? { id: "me", name: "", scope: scope as TokenScope }
      : undefined;
  return (await startApp({ operations, handlers, authenticate })).app;
}

const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

test.each([
  ["GET", "/moods/1", "getMood"],
  ["HEAD", "/moods/1", undefined],
  ["PATCH", "/moods/1", "patchMood"],
  ["PUT", "/moods:count", "countMoods"],
] as const)("%s %s without a handler is a 501", async (method, url, id) => {
  const answer = await (await serve(MOODS)).inject({ method, url });
  const { statusCode, headers, payload } = answer;
  expect([statusCode, headers["content-type"]]).toEqual([501, "application/problem+json"]);
  const problem = {
    ...{ type: "/problems/not-implemented", title: "Not implemented", status: 501 },
    ...{ detail: `${id} is not implemented yet.`, instance: url },
  };
  expect(payload && JSON.parse(payload)).toEqual(id === undefined ? "" : problem);
});

test("an envelope of the contract is that of a 501, too", async () => {
  const answer = await (await serve(MOODS)).inject({ method: "POST", url: "/trees", body: "{" });
  expect(answer.json()).toEqual({ code: 501, data: {}, msg: "plant is not implemented yet." });
});

test.each([
  ["of its security scheme", { "x-scope": "data" }, [], [401, 401, 501]],
  ["of the requirement", {}, ["data"], [401, 401, 501]],
  ["management, if none is declared", {}, [], [401, 501, 401]],
])("requires the scope %s, before it says whether there is a handler", async (...row) => {
  const [, extension, scopes, expected] = row;
  const clear = { operationId: "clear", responses: {}, security: [{ token: scopes }] };
  const app = await serve({
    paths: { "/moods": { delete: clear } },
    components: { securitySchemes: { token: { type: "http", scheme: "bearer", ...extension } } },
  });
  const answers = [{}, bearer("management"), bearer("data")].map((more) =>
    app.inject({ method: "DELETE", url: "/moods", ...more }),
  );
  expect((await Promise.all(answers)).map(({ statusCode }) => statusCode)).toEqual(expected);
});

test("an operation that is protected in a way that the service does not know is not served at all", async () => {
  const read = { operationId: "read", responses: ok, security: [{ tls: [] }] };
  const components = { securitySchemes: { tls: { type: "mutualTLS" } } };
  await expect(serve({ paths: { "/moods": { get: read } }, components })).rejects.toThrow(
    /^moods: read: tls is no .*; declare a bearer token$/,
  );
});

test("a preflight lists the methods of all operations that share a path", async () => {
  const { statusCode, headers } = await (await serve(MOODS)).inject({
    method: "OPTIONS",
    url: "/moods/1",
  });
  expect([statusCode, headers.allow]).toEqual([204, "GET, HEAD, DELETE, PATCH, OPTIONS"]);
  expect(headers["access-control-allow-methods"]).toBe("GET, HEAD, PATCH");
});

test.each([
  ["patchMood", "moods: patchMood: parameter x-mood is in header, not path or query"],
  ["countMoods", "moods: countMoods has no response 200; no other success is served"],
  ["plant", "Tree is circular"],
])("rejects the handler of an operation that cannot be served: %s", async (id, text) => {
  await expect(serve(MOODS, { [id]: () => ({}) })).rejects.toThrow(text);
});

/** An operation with a handler that returns its parameters. @returns What it was given, or the status. */
async function echo(operation: object) {
  const post = { operationId: "make", responses: ok, ...operation };
  const Fields = FIELDS;
  const document = { paths: { "/things": { post } }, components: { schemas: { Fields } } };
  const app = await serve(document, { make: (params: object) => params });
  return async (body?: unknown, query = "") => {
    const headers = { "content-type": "application/json" };
    const sent = body === undefined ? {} : { payload: JSON.stringify(body), headers };
    const answer = await app.inject({ method: "POST", url: `/things${query}`, ...sent });
    return answer.statusCode === 200 || query ? answer.json() : answer.statusCode;
  };
}

const FIELDS = { type: "object", properties: { a: { type: "string" } }, required: ["a"] };

test.each<[string, boolean, object, ...(readonly [sent: unknown, received: unknown])[]]>([
  [
    "an array",
    true,
    { type: "array", items: { type: "integer" } },
    [[1, 2], { body: [1, 2] }],
    [["x"], 400],
  ],
  ["any value", true, {}, ["text", { body: "text" }], [undefined, 400]],
  ["fields", true, { $ref: "#/components/schemas/Fields" }, [{ a: "x" }, { a: "x" }], [{}, 400]],
  ["optional", false, FIELDS, [undefined, {}], [{ a: "x" }, { body: { a: "x" } }], [{}, 400]],
])("a body that is %s reaches the handler", async (_, required, schema, ...cases) => {
  const send = await echo({
    requestBody: { required, content: { "application/json": { schema } } },
  });
  for (const [sent, received] of cases) {
    expect(await send(sent)).toEqual(received);
  }
});

test("numbers, booleans and arrays are parsed from the URL", async () => {
  const parameter = (name: string, schema: object) => ({ name, in: "query", schema });
  const send = await echo({
    parameters: [
      parameter("price", { type: "number" }),
      parameter("all", { type: "boolean" }),
      parameter("ids", { type: "array", items: { type: "integer" } }),
      parameter("code", { type: "string", pattern: "^x$" }),
    ],
  });
  const read = { price: 1.5, all: true, ids: [1, 2] };
  expect(await send(undefined, "?price=1.5&all=true&ids=1&ids=2")).toEqual(read);
  expect((await send(undefined, "?price=x&code=y")).errors).toEqual([
    { parameter: "price", reason: "must be a number" },
    { parameter: "code", reason: "must match ^x$" },
  ]);
});

test("a response is what the handler returns, whatever formats and defaults the contract has", async () => {
  const text = { type: "string" };
  const at = { ...text, format: "date-time" };
  const content = (properties: object) => ({
    "application/json": { schema: { type: "object", properties } },
  });
  const send = await echo({
    requestBody: { required: true, content: content({ at: text }) },
    responses: {
      200: { description: "", content: content({ at, more: { ...text, default: "x" } }) },
    },
  });
  expect(await send({ at: 'a"b' })).toEqual({ at: 'a"b' });
});
