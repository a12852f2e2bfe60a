import type { JsonSchema, OperationDescription } from "@chainkit/runtime";
import { expect, test } from "vitest";
import { readParams } from "../src/request.ts";

const amount = { anyOf: [{ $ref: "#/$defs/Amount" }, { type: "null" }] };
const schemas: Readonly<Record<string, JsonSchema>> = {
  amount,
  level: { enum: [1, 2, null] },
  isOpen: { allOf: [{ type: "boolean" }, { description: "Whether it is open." }] },
  names: { oneOf: [{ type: "array", items: { type: "string" } }] },
  text: { type: "string" },
};

const operation: OperationDescription = {
  ...{ id: "list", area: "area", method: "GET", path: "/list", summary: "", description: "" },
  ...{ deprecated: false, auth: "none", safe: true, idempotent: true },
  ...{ clientOptions: [], examples: [], responses: {} },
  places: Object.fromEntries(Object.keys(schemas).map((name) => [name, "query"])),
  params: {
    type: "object",
    properties: schemas,
    $defs: { Amount: { type: "integer" } },
  },
};

test.each([
  ["amount=5", { amount: 5 }],
  ["amount=", { amount: null }],
  ["level=2", { level: 2 }],
  ["isOpen=true", { isOpen: true }],
  ["names=a&names=b", { names: ["a", "b"] }],
  ["text=5", { text: "5" }],
])("%s is read by the types that the schema allows", async (query, params) => {
  const request = new Request(`http://service.test/list?${query}`);
  expect(await readParams(operation, {}, request)).toEqual({ params });
});
