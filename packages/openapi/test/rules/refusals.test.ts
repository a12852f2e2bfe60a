import { expect, test } from "vitest";
import { problemText, readRules } from "../../src/rules/index.ts";
import { documentOf, documentWith, empty, json, success } from "./support.ts";

const text = { type: "string" };
const texts = { type: "array", items: text };
const object = { type: "object" };
const point = { type: "object", properties: { x: { type: "number" }, y: { type: "number" } } };
const form = "application/x-www-form-urlencoded";
const multipart = "multipart/form-data";

const schemas = [
  {},
  { type: "object", properties: { a: { type: "object" } } },
  { type: "object", properties: { a: texts } },
  { type: "object", properties: { a: {} } },
  { type: "array", items: { type: "array" } },
  { type: "array", items: { type: "object" } },
  { type: "array" },
  { oneOf: [text, { type: "array", items: point }] },
  { type: "string", pattern: "^($" },
  { type: "string", enum: ["a", 404] },
  { type: "integer", enum: [1.5] },
  { type: "string", enum: [["a"]] },
  { type: "integer", enum: [2 ** 53] },
  { type: "file" },
  { type: ["string", "file", "date"] },
];

const parameters = [
  { in: "formData" },
  { style: "matrix" },
  { in: "header", style: "form" },
  { in: "cookie", schema: texts },
  { in: "cookie", schema: point },
  { style: "pipeDelimited", explode: true, schema: point },
  { style: "spaceDelimited", explode: true, schema: point },
  { schema: undefined, content: { "text/csv": {} } },
  ...schemas.map((schema) => ({ schema })),
  { in: "header", name: "a b" },
  { in: "cookie", name: "a;b" },
  ...["EXPECT", "keep-alive", "te", "trailer", "upgrade"].map((name) => ({ in: "header", name })),
  { name: "__proto__" },
  { "x-client-option": "a b" },
  ...["baseUrl", "fetch", "headers", "logger", "maxResponseBytes", "middleware"]
    .concat("retry", "servers", "signal", "successCodes", "timeoutMs", "token")
    .map((option) => ({ "x-client-option": option })),
].map((parameter) => ({
  parameters: [{ name: "it", in: "query", required: true, schema: text, ...parameter }],
}));

const query = (name: string, others: object = {}) => ({
  name,
  in: "query",
  schema: text,
  ...others,
});
const header = (name: string) => query(name, { in: "header" });
const inPath = (name: string) => query(name, { in: "path", required: true });

const several = [
  { parameters: [header("X-A"), header("x-a")] },
  { parameters: ["p", "q"].map((name) => query(name, { "x-client-option": "both" })) },
  { method: "post", parameters: [query("body")], requestBody: json({ type: "array" }) },
];

const paths = [
  ...["a", "/a?b=c", "/a/../b", "/a/.", "/%2E%2e/b", "/a\\b", "/a}b"].map((path) => ({ path })),
  { path: "/a", parameters: [inPath("b")] },
  ...[".b", ";b", "b*"].map((name) => ({ path: `/{${name}}`, parameters: [inPath(name)] })),
];

const bodies = [
  { content: {} },
  json(text, multipart),
  json({ type: ["array", "null"] }, form),
  { content: { [form]: { schema: point, encoding: { a: { style: "matrix" } } } } },
  json({ type: "any" }),
  json({ type: "object", properties: { a: { type: "String" } } }),
  json({ type: "object", properties: { a: { type: ["integer", "null"], enum: ["1"] } } }),
].map((requestBody) => ({ method: "post", requestBody: { required: true, ...requestBody } }));

const unsent = ["get", "head"].map((method) => ({
  method,
  requestBody: { ...json(text), required: true },
}));

const responses = [
  { ...empty, 20: { description: "" } },
  { ...empty, "20x": { description: "" } },
  { ...success({ "text/csv": {}, "text/html": {} }), 201: { description: "", ...json(object) } },
  success(json({ type: "file" }).content),
].map((each) => ({ responses: each }));

const page = success(
  json({
    allOf: [
      { type: "object", properties: { next: text } },
      { properties: { items: { type: ["array", "null"], items: text } } },
    ],
  }).content,
);
const complete = { cursorParameter: "cursor", cursorField: "next", itemsField: "items" };
const listing = (pagination: object, cursor: object = {}, others: object = {}) => ({
  parameters: [query("cursor", cursor)],
  responses: { ...page, ...others },
  "x-pagination": { ...complete, ...pagination },
});
const extensions = [
  ...Object.keys(complete).map((name) => ({ "x-pagination": { [name]: "next" } })),
  listing({ cursorParameter: "page" }),
  listing({}, { required: true }),
  listing({}, { "x-client-option": "cursor" }),
  listing({}, { in: "header" }),
  listing({ cursorField: "after" }),
  listing({ itemsField: "next" }),
  listing({ itemsField: "none" }),
  listing({}, {}, { 202: page[200] }),
  listing({}, {}, { 200: { description: "" } }),
  ...[
    { codeField: "next" },
    { messageField: "next" },
    { codeField: "status", messageField: "next" },
    { codeField: "next", messageField: "no" },
  ].map((envelope) => ({ responses: page, "x-envelope": envelope })),
  { "x-idempotent": "yes" },
];

const servers = ["https://{region}.example", "/a?b=c", "/a#b", "https://a@b.example"]
  .concat("/a b", "http://[")
  .map((url) => ({ servers: [{ url }] }));

const securitySchemes = {
  apiKey: { type: "apiKey", in: "header", name: "X-Key" },
  mutual: { type: "mutualTLS" },
};
const security = [
  { security: [{ mutual: [] }, { unknown: [] }] },
  { security: [{ apiKey: [] }], parameters: [query("k", { "x-client-option": "apiKey" })] },
];

const operations = [
  ...[parameters, several, paths, bodies, unsent, responses, extensions, servers, security].flat(),
  { method: "trace" },
  { method: "post", requestBody: json({ $ref: "#thing" }) },
].map((operation) => [operation, documentWith(operation, { components: { securitySchemes } })]);

const documents = [
  ...["3.2.0", "2.0", "3.10.0", undefined].map((openapi) => ({ ...documentOf({}), openapi })),
].map((document) => [document, document]);

test("the catalogue of refusals: each has its place and what to write instead", async () => {
  const lines: string[] = [];
  for (const [input, document] of [...operations, ...documents]) {
    const { problems, leftOut } = readRules(document as never);
    const told = [...problems, ...leftOut];
    expect(told, JSON.stringify(input)).not.toEqual([]);
    expect(told.filter(({ fix }) => !fix)).toEqual([]);
    lines.push(JSON.stringify(input), ...told.map(problemText), "");
  }
  await expect(lines.join("\n")).toMatchFileSnapshot("../catalogue/refusals.txt");
});
