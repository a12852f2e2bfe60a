import { describe, expect, it } from "vitest";
import { readInfo, readOperations } from "../src/index.ts";

const text = { type: "string" };

function read(operation: object, document: object = {}) {
  const [only] = readOperations({
    openapi: "3.1.0",
    paths: { "/things": { post: { operationId: "make", responses: {}, ...operation } } },
    ...document,
  });
  if (!only) {
    throw new Error("no operation");
  }
  return only;
}

const parameter = (others: object) =>
  read({ parameters: [{ name: "it", in: "query", ...others }] }).parameters[0];

describe("a parameter", () => {
  it.each<[stated: object, found: object]>([
    [{}, { required: false, deprecated: false, style: "form", explode: true }],
    [
      { required: true, deprecated: true },
      { required: true, deprecated: true },
    ],
    [{ in: "path" }, { required: true, style: "simple", explode: false }],
    [{ in: "header" }, { required: false, style: "simple", explode: false }],
    [{ in: "cookie" }, { style: "form", explode: true }],
    [{ style: "deepObject" }, { style: "deepObject", explode: false }],
    [{ explode: false }, { style: "form", explode: false }],
    [
      { in: "header", explode: true },
      { style: "simple", explode: true },
    ],
    [{ description: "It.", schema: { description: "A." } }, { description: "It." }],
    [{ schema: { ...text, description: "A.", example: "e" } }, { description: "A.", example: "e" }],
    [
      { examples: { a: { externalValue: "u" } }, schema: { ...text, example: "e" } },
      { example: "e" },
    ],
    [{ "x-client-option": "own" }, { clientOption: "own" }],
  ])("of %j is %j", (stated, found) => {
    expect(parameter(stated)).toMatchObject({ name: "it", ...found });
  });

  it("has a media type where it has content", () => {
    const content = { "application/json": { schema: text, example: "e" } };
    const found = parameter({ content });
    expect(found).toMatchObject({
      media: { type: "application/json", isJson: true, schema: text },
      schema: text,
      example: "e",
    });
    expect(found?.sample()).toBe("e");
    expect(parameter({ schema: text })?.sample()).toBe("text");
    expect(parameter({ schema: text })).not.toHaveProperty("media");
    expect(parameter({ schema: text })).not.toHaveProperty("clientOption");
  });

  it("is none if it is a header that OpenAPI describes elsewhere", () => {
    const names = ["Accept", "content-type", "AUTHORIZATION", "X-Trace"];
    const parameters = [...names, "accept"].map((name, index) => ({
      ...{ name, in: index === names.length ? "query" : "header" },
    }));
    expect(read({ parameters }).parameters.map(({ name }) => name)).toEqual(["X-Trace", "accept"]);
  });
});

describe("a request body", () => {
  const formats: [type: string, format: string][] = [
    ["application/json; charset=utf-8", "json"],
    ["Application/JSON ;a=b", "json"],
    ["application/a+json", "json"],
    ["text/json", "raw"],
    ["application/x-www-form-urlencoded", "urlencoded"],
    ["multipart/form-data", "multipart"],
    ["multipart/mixed", "raw"],
  ];
  it.each(formats)("of %s is sent as %s", (type, format) => {
    expect(read({ requestBody: { content: { [type]: {} } } }).body?.format).toBe(format);
  });

  it("prefers plain JSON, and has no fields if it is neither JSON nor a form", () => {
    const schema = { type: "object", properties: { a: text } };
    const content = { "application/a+json": { schema }, "application/json": { schema } };
    const { body } = read({ requestBody: { required: true, content } });
    expect(body).toMatchObject({ sent: { type: "application/json" }, kind: "fields" });
    expect(body?.json).toBe(body?.sent);
    const raw = read({ requestBody: { required: true, content: { "text/csv": { schema } } } }).body;
    expect(raw).toMatchObject({ kind: "whole", fields: [] });
    expect(raw).not.toHaveProperty("json");
    expect(read({ requestBody: { content: {} } }).body).not.toHaveProperty("sent");
  });

  it("has a description and a sample, those of its schema where it states none", () => {
    const properties = { b: text, c: { readOnly: true } };
    const schema = { type: "object", description: "A thing.", properties };
    const requestBody = { required: true, content: { "application/json": { schema } } };
    const found = read({ requestBody }).body;
    expect(found?.description).toBe("A thing.");
    expect(found?.sample()).toEqual({ b: "text" });
    const stated = read({ requestBody: { ...requestBody, description: "Its body." } }).body;
    expect(stated?.description).toBe("Its body.");
    const taken = { parameters: [{ name: "b", in: "query" }], requestBody };
    expect(read(taken).body).toMatchObject({ kind: "whole", fields: [] });
    const other = { parameters: [{ name: "B", in: "query" }], requestBody };
    expect(read(other).body?.kind).toBe("fields");
  });
});

it("a response has its headers", () => {
  const headers = { "X-A": { required: true, schema: text }, "X-B": {} };
  const others = { "5xx": {}, "x-note": {}, "1x-": {}, "400 (default)": {} };
  const secret = { type: "object", properties: { a: text, b: { ...text, writeOnly: true } } };
  const content = { "application/json": { schema: secret } };
  const { responses, leftOut } = read({ responses: { 200: { headers, content }, ...others } });
  expect(responses[0]?.media[0]?.sample()).toEqual({ a: "text" });
  expect(responses.map(({ status }) => status)).toEqual(["200", "5XX"]);
  expect(leftOut.map(({ what }) => what)).toEqual([
    '"1x-" is not a status',
    '"400 (default)" is not a status',
  ]);
  expect(responses[0]?.headers).toMatchObject([
    { name: "X-A", required: true, schema: text, node: headers["X-A"] },
    { name: "X-B", required: false, node: {} },
  ]);
  expect(responses[0]?.headers.map(({ sample }) => sample())).toEqual(["text", "text"]);
});

it("an operation has its documentation and its extensions", () => {
  const stated = {
    ...{ summary: "Make.", description: "Makes.", deprecated: true, tags: ["a", 1] },
    ...{ "x-a": 1, "not-x-": 2 },
  };
  expect(read(stated)).toMatchObject({
    ...{ summary: "Make.", description: "Makes.", deprecated: true, tags: ["a", "1"] },
  });
  expect(read(stated).extensions).toEqual({ "x-a": 1 });
  expect(read({})).toMatchObject({ summary: "", description: "", deprecated: false, tags: [] });
  expect(read({})).not.toHaveProperty("body");
});

it.each([
  ["application/json", 1],
  // An example of text is written as it is sent, which the schema does not describe.
  ["text/csv", "x"],
])("a sample of %s whose schema refuses the example is %j", (type, sample) => {
  const content = { [type]: { schema: { type: "integer" }, example: "x" } };
  expect(read({ requestBody: { content } }).body?.sample()).toBe(sample);
});

describe("an envelope and a pagination", () => {
  const envelope = { codeField: "code", messageField: "message" };
  const pagination = { cursorParameter: "a", cursorField: "b", itemsField: "c" };

  it("are those of the operation, or else the envelope of the document", () => {
    const document = { "x-envelope": { codeField: "c", messageField: "m" } };
    expect(read({ "x-envelope": envelope }, document).envelope).toEqual(envelope);
    expect(read({}, document).envelope).toEqual(document["x-envelope"]);
    expect(read({ "x-pagination": pagination }).pagination).toEqual(pagination);
    expect(Object.keys(read({}))).not.toContain("envelope");
    expect(Object.keys(read({}))).not.toContain("pagination");
  });

  it("are absent if they are incomplete", () => {
    for (const name of Object.keys(envelope)) {
      expect(read({ "x-envelope": { ...envelope, [name]: 1 } }).envelope).toBeUndefined();
    }
    for (const name of Object.keys(pagination)) {
      expect(read({ "x-pagination": { ...pagination, [name]: 1 } }).pagination).toBeUndefined();
    }
  });
});

it.each([
  ["get", true, true],
  ["head", true, true],
  ["options", true, true],
  ["trace", true, true],
  // A repeated PUT or DELETE does no more, but it does something.
  ["put", false, true],
  ["delete", false, true],
  ["post", false, false],
  ["patch", false, false],
])("%s is read-only: %s, and idempotent: %s", (method, safe, idempotent) => {
  const operationOf = (others: object) =>
    readOperations({
      openapi: "3.1.0",
      paths: { "/a": { [method]: { responses: {}, ...others } } },
    });
  expect(operationOf({})).toMatchObject([{ method: method.toUpperCase(), safe, idempotent }]);
  const isStated = { safe: safe || !idempotent, idempotent: true };
  expect(operationOf({ "x-idempotent": true })).toMatchObject([isStated]);
  expect(operationOf({ "x-idempotent": false })).toMatchObject([{ safe, idempotent: false }]);
});

it("what is null is not there", () => {
  expect(readOperations({ openapi: "3.1.0", paths: null } as never)).toEqual([]);
  expect(read({ responses: null, tags: null }, { components: null })).toMatchObject({
    ...{ responses: [], tags: [] },
  });
});

it("the information of a document is text, empty if it is missing", () => {
  const info = { title: "T", summary: "S", description: "D" };
  expect(readInfo({ openapi: "3.1.0", info })).toEqual(info);
  expect(readInfo({ openapi: "3.1.0", info: { title: 1 } })).toEqual({
    ...{ title: "", summary: "", description: "" },
  });
});
