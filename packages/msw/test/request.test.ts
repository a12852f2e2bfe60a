import type { OperationDescription } from "@chainkit/runtime";
import { expect, test } from "vitest";
import { BEARER } from "../src/denial.ts";
import { readerOfDescription } from "../src/request.ts";
import { operationWith } from "./support.ts";

const base = "http://service.test";

/** Reads a request of an operation as it is described. */
function read(
  described: Partial<OperationDescription>,
  target: string,
  { body, ...headers }: Record<string, string> = {},
) {
  const operation = operationWith({ method: "POST", ...described });
  const init = { method: "POST", headers, ...(body !== undefined && { body }) };
  return readerOfDescription(operation, base, BEARER)(new Request(base + target, init));
}

// How values are read, and what schemas make of them, is tested in packages/openapi.
const parameters: Partial<OperationDescription> = {
  path: "/list/{id}",
  params: {
    type: "object",
    properties: {
      ...{ id: { type: "integer" }, text: { type: "string" }, "x-level": { type: "integer" } },
      list: { type: "array", items: { type: "integer" } },
      amount: { anyOf: [{ $ref: "#/$defs/Amount" }, { type: "null" }] },
    },
    required: ["id"],
    $defs: { Amount: { type: "integer" } },
  },
  places: {
    ...{ id: "path", text: "query", list: "query", amount: "query", "x-level": "header" },
  },
};

test.each<[target: string, headers: Record<string, string>, params: object]>([
  ["/list/1", {}, { id: 1 }],
  ["/list/1?text=a%20b&list=1&list=2#c", { "x-other": "1" }, { id: 1, text: "a b", list: [1, 2] }],
  ["/list/1?amount=5&text=", { "x-level": "3" }, { id: 1, amount: 5, text: "", "x-level": 3 }],
  ["/list/1?amount=", {}, { id: 1, amount: null }],
])("parameters of %s, %j", async (target, headers, params) => {
  expect(await read(parameters, target, headers)).toEqual({ params });
});

test.each<[target: string, headers: Record<string, string>, parameter: string, reason: string]>([
  ["/list/a", {}, "id", 'must be integer; received "a"'],
  ["/list/1?key=a", {}, "key", "is not a parameter of list"],
  ["/list/1?x-level=1", {}, "x-level", "is not a parameter of list"],
  ["/list/1?text=a&text=b", {}, "text", "must be given once"],
  [
    "/list/1",
    { "x-level": "x".repeat(99) },
    "x-level",
    `must be integer; received "${"x".repeat(79)}`,
  ],
  ["/list/1", { body: "a" }, "body", "must not be sent"],
])("parameters of %s, %j, are refused", async (target, headers, parameter, reason) => {
  expect(await read(parameters, target, headers)).toEqual({ parameter, reason });
});

const integer = { type: "integer" };
const fields: Partial<OperationDescription> = {
  path: "/list/{id}",
  params: {
    ...{ type: "object", properties: { id: integer, a: integer }, required: ["id", "a"] },
    additionalProperties: false,
  },
  places: { id: "path", a: "field" },
};
const whole: Partial<OperationDescription> = {
  path: "/list/{id}",
  params: {
    ...{ type: "object", properties: { id: integer, body: { type: ["array", "null"] } } },
    required: ["id", "body"],
  },
  places: { id: "path", body: "body" },
};
const optional = { ...whole, params: { ...whole.params, required: ["id"] } };

test.each<[described: Partial<OperationDescription>, body: string, params: object]>([
  [fields, '{"a":1}', { id: 1, a: 1 }],
  [whole, "[1]", { id: 1, body: [1] }],
  [whole, "null", { id: 1, body: null }],
  [optional, "", { id: 1 }],
])("a body of %o, %s", async (described, body, params) => {
  const sent = { body, "content-type": "application/json; charset=utf-8" };
  expect(await read(described, "/list/1", sent)).toEqual({ params });
});

test.each<[described: Partial<OperationDescription>, body: string, type: string, wrong: string]>([
  [fields, "{", "application/json", "body is not valid JSON: "],
  [fields, "[]", "application/json", "body must be object; received []"],
  [fields, "{}", "application/json", "a is required"],
  [fields, '{"a":1,"b":2}', "application/json", "b is not a parameter; received 2"],
  [fields, '{"a":1}', "text/json", "content-type must be application/json; received text/json"],
  [whole, "", "application/json", "body is required"],
  [whole, "{}", "application/json", "body must be array,null; received {}"],
])("a body of %o, %s as %s, is refused", async (described, body, type, wrong) => {
  const found = await read(described, "/list/1", { body, "content-type": type });
  expect("params" in found ? "" : `${found.parameter} ${found.reason}`).toContain(wrong);
});
