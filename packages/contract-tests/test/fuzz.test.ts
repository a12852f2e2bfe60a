import fc from "fast-check";
import { expect, test } from "vitest";
import { Context } from "../src/context.ts";
import { caseOf, drawOf } from "../src/fuzz/draw.ts";
import { operationsOf } from "../src/spec/operations.ts";
import { createSpec } from "../src/spec/spec.ts";
import { shopDocument } from "./cases/shop.ts";

const number = { type: "integer", minimum: 1, maximum: 9 };
const parameters = [
  { name: "code", in: "path", required: true, schema: { type: "string", pattern: "^[a-z]+$" } },
  { name: "limit", in: "query", schema: number },
  { name: "title", in: "query", schema: { type: "string", maxLength: 3 } },
];
const schema = { type: "object", required: ["count"], properties: { count: number } };
const statuses = ["200", "400", "404", "500"];
const responses = Object.fromEntries(statuses.map((status) => [status, { description: "" }]));
const requestBody = { required: true, content: { "application/json": { schema } } };
const spec = createSpec("things", {
  openapi: "3.1.0",
  paths: {
    "/things/{code}": { put: { operationId: "putThing", parameters, requestBody, responses } },
  },
});
const target = { isPrism: false, options: {}, known: {} };
const unsent = { send: () => Promise.reject(new Error("not sent")), close: () => {} };

test.each([
  ["valid", {}, ["200", "404"]],
  ["valid", { limit: 9 }, ["200", "404"]],
  ["valid", { "body.count": 1 }, ["200", "404"]],
  ["invalid", { limit: 10 }, ["400"]],
  ["invalid", { limit: "ten" }, ["400"]],
  ["invalid", { code: "A" }, ["400"]],
  ["invalid", { "body.count": 0 }, ["400"]],
  ["invalid", { limit: 9, code: "1" }, ["400"]],
  ["open, as text and unusual numbers are", { title: "long" }, ["2XX", "4XX"]],
  ["open, as text and unusual numbers are", { limit: "9.0" }, ["2XX", "4XX"]],
])("a random request is %s: %j", (_, draw, expected) => {
  const context = new Context([spec], target, unsent);
  const start = { name: "", parameters: { code: "a" }, body: { count: 2 }, exists: true };
  const made = caseOf(context, context.operation("putThing"), start, draw);
  expect(made?.expect.statuses).toEqual(expected);
});

test("the catalogue of random requests: the first of each operation for one seed", async () => {
  const start = { name: "", parameters: { id: 7 }, body: { name: "lamp" }, exists: true };
  const lines = operationsOf(createSpec("shop", shopDocument)).flatMap((operation) =>
    fc
      .sample(drawOf(operation, start), { seed: 1, numRuns: 16 })
      .map((draw) => `${operation.id} ${JSON.stringify(draw)}`),
  );
  await expect(lines.join("\n")).toMatchFileSnapshot("catalogue/random.txt");
});
