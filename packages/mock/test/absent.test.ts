import { afterAll, beforeAll, expect, it } from "vitest";
import { startMock } from "../src/index.ts";

const integers = { type: "array", items: { type: "integer" } };
const json = { "application/json": { schema: { type: "object" }, example: {} } };
const lists = {
  openapi: "3.1.0",
  info: { title: "Lists", version: "1" },
  paths: {
    "/lists": {
      get: {
        operationId: "getLists",
        parameters: [
          { name: "X-Ids", in: "header", required: true, schema: integers },
          { name: "X-More", in: "header", schema: integers },
          { name: "X-Fields", in: "header", schema: { type: "object" } },
          { name: "ids", in: "cookie", schema: integers },
        ],
        responses: {
          200: { description: "…", content: json },
          400: { description: "…", content: json },
        },
      },
    },
    "/hints": { get: { operationId: "getHints", responses: { 103: { description: "…" } } } },
    "/nothing": { get: { operationId: "getNothing", responses: {} } },
    "/none": {
      get: {
        operationId: "getNone",
        responses: {
          200: { description: "…", content: { "application/json": { schema: { not: {} } } } },
        },
      },
    },
    "/texts": {
      get: {
        operationId: "getTexts",
        parameters: [
          { name: "any", in: "query", required: true, schema: { type: "string" } },
          { name: "some", in: "query", schema: { type: "string", minLength: 1 }, required: true },
        ],
        responses: { 200: { description: "…", content: json } },
      },
    },
  },
};

let mock: Awaited<ReturnType<typeof startMock>>;
beforeAll(async () => {
  mock = await startMock({ specs: [lists] });
});
afterAll(() => mock?.close());

it.each([
  [{ "X-Ids": "1,2" }, 200, []],
  [{ "X-Ids": "1", "X-More": "2", "X-Fields": "a,b", cookie: "ids=3" }, 200, []],
  [{ "X-Ids": "1,x" }, 400, ["Request header parameter X-Ids.1 must be integer"]],
  [{}, 400, ["Request header parameter X-Ids is required"]],
])("lists in headers may be absent unless required: %j is a %i", async (headers, status, found) => {
  const response = await fetch(`${mock.url}/lists`, { headers: headers as Record<string, string> });
  const violations: { message: string }[] = JSON.parse(
    response.headers.get("sl-violations") ?? "[]",
  );
  expect(violations.map(({ message }) => message)).toEqual(found);
  expect(response.status).toBe(status);
});

it.each([
  ["any=&some=a", 200, undefined],
  ["some=a", 400, "Request query parameter any is required"],
  ["any=a&some=", 400, "Request query parameter some must NOT have fewer than 1 characters"],
])("a required text may be empty unless constrained: %s is a %i", async (query, status, found) => {
  const response = await fetch(`${mock.url}/texts?${query}`);
  expect(response.status).toBe(status);
  expect(await response.json()).toMatchObject(found === undefined ? {} : { detail: found });
});

it.each(["hints", "nothing"])("a success may be absent: GET /%s is a 200", async (path) => {
  const { status } = await fetch(`${mock.url}/${path}`);
  expect(status).toBe(200);
});

it("a value that nobody can make is a 501 that asks for an example", async () => {
  const response = await fetch(`${mock.url}/none`);
  expect(response.status).toBe(501);
  expect(await response.json()).toMatchObject({
    detail: expect.stringMatching(/getNone: response 200 has no example, .+ Add an `example`\.$/),
  });
});
