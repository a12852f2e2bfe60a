import { describe, expect, test } from "vitest";
import { readParams } from "../src/request.ts";
import { operationWith } from "./support.ts";

const url = "http://service.test/list";

describe("parameters", () => {
  const schemas = {
    ...{ id: { type: "integer" }, ratio: { type: "number" }, isOpen: { type: "boolean" } },
    ...{ text: { type: "string" }, list: { type: "array", items: { type: "integer" } } },
    ...{ none: { type: ["string", "null"] }, "x-level": { type: "integer" } },
    amount: { anyOf: [{ $ref: "#/$defs/Amount" }, { type: "null" }] },
    level: { enum: [1, 2, null] },
    isFree: { allOf: [{ type: "boolean" }, { description: "Whether it is free." }] },
    names: { oneOf: [{ type: "array", items: { type: "string" } }] },
  };
  const operation = operationWith({
    params: {
      ...{ type: "object", properties: schemas, additionalProperties: false, required: ["id"] },
      $defs: { Amount: { type: "integer" } },
    },
    places: {
      ...{ id: "path", ratio: "query", isOpen: "query", text: "query", list: "query" },
      ...{ none: "query", "x-level": "header", amount: "query", level: "query" },
      ...{ isFree: "query", names: "query" },
    },
  });
  const read = (query: string, headers: Record<string, string> = {}, id = "1", keys?: string[]) =>
    readParams(operation, { id, other: "x" }, new Request(url + query, { headers }), keys);

  test.each<[query: string, params: object]>([
    ["", {}],
    ["?ratio=-1.5", { ratio: -1.5 }],
    ["?ratio=5", { ratio: 5 }],
    ["?isOpen=true", { isOpen: true }],
    ["?isOpen=false", { isOpen: false }],
    ["?text=true", { text: "true" }],
    ["?text=", { text: "" }],
    ["?none=", { none: null }],
    ["?none=a", { none: "a" }],
    ["?list=1", { list: [1] }],
    ["?list=1&list=2", { list: [1, 2] }],
    ["?amount=5", { amount: 5 }],
    ["?amount=", { amount: null }],
    ["?level=2", { level: 2 }],
    ["?isFree=true", { isFree: true }],
    ["?names=a&names=b", { names: ["a", "b"] }],
  ])("in a query, %s, are of their types", async (query, params) => {
    expect(await read(query)).toEqual({ params: { id: 1, ...params } });
  });

  test("are in headers, and keys in the query are none", async () => {
    const headers = { "x-level": "3", "x-other": "4" };
    expect(await read("", headers)).toEqual({ params: { id: 1, "x-level": 3 } });
    expect(await read("?key=a", {}, "1", ["key"])).toEqual({ params: { id: 1 } });
  });

  test.each<[query: string, parameter: string, reason: string]>([
    ["?key=a", "key", "is not a parameter of list"],
    ["?x-level=1", "x-level", "is not a parameter of list"],
    ["?text=a&text=b", "text", "must be given once"],
    ["?isOpen=yes", "isOpen", 'must be boolean; received "yes"'],
    ["?ratio=1e1", "ratio", 'must be number; received "1e1"'],
    ["?ratio=1.", "ratio", 'must be number; received "1."'],
    [`?ratio=${"x".repeat(99)}`, "ratio", `must be number; received "${"x".repeat(79)}`],
  ])("in a query, %s, are refused", async (query, parameter, reason) => {
    expect(await read(query)).toEqual({ parameter, reason });
  });

  test("in a path are refused if they are missing or of another type", async () => {
    const request = new Request(url);
    expect(await readParams(operation, {}, request)).toEqual({
      ...{ parameter: "id", reason: "is required" },
    });
    expect(await read("", {}, "a")).toEqual({
      parameter: "id",
      reason: 'must be integer; received "a"',
    });
  });
});

describe("a body", () => {
  const properties = { a: { type: "integer" } };
  const fields = operationWith({
    params: { type: "object", properties },
    places: { a: "field" },
  });
  const whole = operationWith({
    params: {
      type: "object",
      properties: { body: { type: ["array", "null"] } },
      required: ["body"],
    },
    places: { body: "body" },
  });
  const read = (operation: typeof whole, body: string, type = "application/json") =>
    readParams(
      operation,
      {},
      new Request(url, { method: "POST", body, headers: { "content-type": type } }),
    );

  test("is fields or a whole", async () => {
    expect(await read(fields, '{"a":1}')).toEqual({ params: { a: 1 } });
    expect(await read(fields, "")).toEqual({ params: {} });
    expect(await read(whole, "[1]")).toEqual({ params: { body: [1] } });
    expect(await read(whole, "null")).toEqual({ params: { body: null } });
    expect(await read(fields, '{"a":1}', "Application/merge-patch+json; a=b")).toEqual({
      params: { a: 1 },
    });
  });

  test.each<
    [operation: typeof whole, body: string, type: string, parameter: string, reason: string]
  >([
    [operationWith({}), "a", "text/plain", "body", "must not be sent"],
    [fields, "{", "application/json", "body", "is not valid JSON"],
    [fields, "[]", "application/json", "body", "must be an object"],
    [fields, "null", "application/json", "body", "must be an object"],
    [fields, "1", "application/json", "body", "must be an object"],
    [fields, "{}", "text/json", "content-type", "must be JSON; received text/json"],
    [whole, "", "application/json", "body", "is required"],
    [whole, "{}", "application/json", "body", "must be array,null; received {}"],
  ])("%o is not %s of %s", async (operation, body, type, parameter, reason) => {
    expect(await read(operation, body, type)).toEqual({ parameter, reason });
  });

  test("without a media type is refused", async () => {
    const request = new Request(url, { method: "POST", body: new TextEncoder().encode("{}") });
    expect(await readParams(fields, {}, request)).toEqual({
      ...{ parameter: "content-type", reason: "must be JSON; received none" },
    });
  });
});
