import { expect, test } from "vitest";
import { documentWith, generate, json, jsonBody, ok } from "./support.ts";

const text = { type: "string" };
const texts = { type: "array", items: text };
const query = (schema: object, others: object = {}) => ({
  parameters: [{ name: "a", in: "query", schema, ...others }],
});
const body = (content: object) => ({ method: "post", requestBody: { required: true, content } });
const form = { "multipart/form-data": { schema: { type: "object", properties: { a: text } } } };
const answer = (content: object) => ({ responses: { 200: { description: "", content } } });

const fields = { allOf: [{ properties: { next: text } }, { properties: { items: texts } }] };
const page = answer(json({ type: "object", ...fields }).content);
const pagination = { cursorParameter: "c", cursorField: "next", itemsField: "items" };
const listing = { ...page, "x-pagination": pagination, "x-idempotent": true };
const inQuery = [{ name: "c", in: "query", schema: text }];
const inBody = jsonBody({ type: "object", properties: { c: text } }).content;

const securitySchemes = {
  api_key: { type: "apiKey", in: "header", name: "X-Key" },
  "App-ID": { type: "apiKey", in: "query", name: "appid" },
  sessionCookie: { type: "apiKey", in: "cookie", name: "sid" },
  login: { type: "http", scheme: "Basic" },
  bearer: { type: "http", scheme: "bearer" },
  oauth: { type: "oauth2", flows: {} },
};
const secured = (...schemes: string[]) => ({ security: schemes.map((name) => ({ [name]: [] })) });
const key = 'credentials({ apiKey: { kind: "key", in: "header", name: "X-Key" } })';
const servers = [{ url: "https://other.example" }];

interface Operation {
  readonly method?: string;
  readonly [member: string]: unknown;
}

async function operationsOf({ method = "get", ...operation }: Operation): Promise<string> {
  const paths = { "/thing": { [method]: { operationId: "getThing", ...ok, ...operation } } };
  const { files } = await generate(documentWith(paths, { components: { securitySchemes } }));
  return files.get("operations.ts") ?? "";
}

test.for<[what: string, operation: Operation, parts: string]>([
  ["plain parameters", query({ type: "integer" }), "queries"],
  [
    "an array of several types",
    query({ type: "array", items: { type: ["string", "integer"] } }),
    "queries, types",
  ],
  ["a style", query(texts, { style: "pipeDelimited" }), "queries, types, styles"],
  ["a limit", query({ minLength: 1, type: "string", pattern: "a" }), "queries, schemas"],
  ["a success without content", { responses: { 204: { description: "" } } }, "results"],
  ["a stream", answer({ "text/event-stream": {} }), "contents"],
  ["a body", body(jsonBody({ type: "object", properties: { a: text } }).content), "bodies"],
  ["a form", body(form), "forms"],
  ["a cursor in the query", { ...listing, parameters: inQuery }, "listings, queries"],
  ["a cursor in the body", { ...listing, ...body(inBody) }, "bodies, listings"],
  ["bearer tokens", secured("bearer", "oauth"), "tokens"],
  ["a key", secured("api_key"), key],
  [
    "a key and a server",
    { ...secured("api_key"), servers },
    `servers(["${servers[0]?.url}"], /* @__PURE__ */ ${key})`,
  ],
])("a client ships what its operations need: %s", async ([, operation, parts]) => {
  const code = await operationsOf(operation);
  const shipped = /const parts: .+? = \[\{ area: .+? \}, (?:\/\* @__PURE__ \*\/ )?(.+)\];/.exec(
    code,
  );
  expect(shipped?.[1]).toBe(parts);
});

test("each scheme is a client option, and an operation tells which it takes", async () => {
  const security = [{ "App-ID": [], login: [] }, { sessionCookie: [] }];
  const code = await operationsOf({ security });
  expect(code).toContain('login: { kind: "basic" }, sessionCookie: { kind: "key", in: "cookie"');
  expect(code).toContain('credentials: [["appId", "login"], ["sessionCookie"]],');
  expect(code).toContain("Requires appId and login, or sessionCookie. ");
  expect(code).toContain("Username and password, or a function that returns them");
});
