import { afterAll, beforeAll, expect, it } from "vitest";
import { startMock } from "../src/index.ts";

const integer = { type: "integer" };
const choice = { oneOf: [integer, { type: "string", minLength: 3 }] };
const range = {
  oneOf: [
    { ...integer, minimum: 5 },
    { ...integer, maximum: 5 },
  ],
};
const parameters = [
  { name: "id", in: "path", required: true, schema: choice },
  { name: "ids", in: "query", schema: { type: "array", items: choice } },
  { name: "range", in: "query", schema: range },
  { name: "x-id", in: "header", schema: choice },
];
const items = {
  openapi: "3.1.0",
  info: { title: "Items", version: "1" },
  paths: {
    "/items/{id}": {
      get: { operationId: "getItem", parameters, responses: { 204: { description: "…" } } },
    },
  },
};

let mock: Awaited<ReturnType<typeof startMock>>;
beforeAll(async () => {
  mock = await startMock({ specs: [items] });
});
afterAll(() => mock?.close());

it.each([
  ["/items/1234", {}, 204],
  ["/items/abc", {}, 204],
  ["/items/ab", {}, 400],
  ["/items/1?ids=1234&ids=abc", {}, 204],
  ["/items/1?ids=1234&ids=ab", {}, 400],
  ["/items/1?range=4", {}, 204],
  ["/items/1?range=5", {}, 400],
  ["/items/1", { "x-id": "1234" }, 204],
  ["/items/1", { "x-id": "ab" }, 400],
])("reads %s with the headers %o as one of several types: %i", async (target, headers, status) => {
  const { status: received } = await fetch(mock.url + target, { headers });
  expect(received).toBe(status);
});
