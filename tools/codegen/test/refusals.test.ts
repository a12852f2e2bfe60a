import { expect, test } from "vitest";
import { documentWith, jsonBody, ok, oneOperation, problemsOf } from "./support.ts";

/** An operation with one parameter beside the defaults. */
function withParameter(parameter: object): object {
  return oneOperation({
    parameters: [{ name: "p", in: "query", schema: { type: "string" }, ...parameter }],
  });
}

/** The same, but a POST with a body. */
function withBody(requestBody: object): object {
  return documentWith({ "/thing": { post: { operationId: "getThing", ...ok, requestBody } } });
}

function withContent(content: object): object {
  return oneOperation({ responses: { 200: { description: "", content } } });
}

const schemes = {
  components: {
    securitySchemes: {
      key: { type: "apiKey", in: "header", name: "X-Key" },
      basic: { type: "http", scheme: "basic" },
      mutual: { type: "mutualTLS" },
      headers: { type: "apiKey", in: "header", name: "X-Key" },
    },
  },
};

const listing = {
  responses: {
    200: {
      description: "",
      content: {
        "application/json": {
          schema: {
            type: "object",
            properties: { next: { type: "string" }, items: { type: "array" } },
          },
        },
      },
    },
  },
};

function withPagination(pagination: object, cursor: object = {}): object {
  return oneOperation({
    parameters: [{ name: "cursor", in: "query", schema: { type: "string" }, ...cursor }],
    ...listing,
    "x-pagination": pagination,
  });
}

const pagination = { cursorParameter: "cursor", cursorField: "next", itemsField: "items" };

/** What is refused, and where the problem is said to be. */
const refusals: Record<string, [document: object, where: string, what: RegExp]> = {
  "the operation id then": [oneOperation({ operationId: "then" }), "operationId", /reserved/],
  "an operation id without letters": [oneOperation({ operationId: "-" }), "operationId", /name/],
  "an operation id whose type is the runtime's": [
    oneOperation({ operationId: "api" }),
    "operationId",
    /ApiError is already used by the runtime/,
  ],
  "a parameter in another place": [
    withParameter({ in: "formData" }),
    'formData parameter "p"',
    /not a place/,
  ],
  "a style of another place": [
    withParameter({ style: "matrix" }),
    'query parameter "p", style',
    /matrix is not a style of a query parameter/,
  ],
  "an array in a cookie that is exploded": [
    withParameter({ in: "cookie", schema: { type: "array", items: { type: "string" } } }),
    'cookie parameter "p", explode',
    /no form in a cookie/,
  ],
  "an array as deepObject": [
    withParameter({ style: "deepObject", schema: { type: "array", items: { type: "string" } } }),
    'query parameter "p", style',
    /not a style of arrays/,
  ],
  "an object between pipes that is exploded": [
    withParameter({ style: "pipeDelimited", explode: true, schema: { type: "object" } }),
    'query parameter "p", explode',
    /cannot be exploded/,
  ],
  "a parameter with content that is not JSON": [
    withParameter({ schema: undefined, content: { "text/csv": {} } }),
    'query parameter "p", content',
    /text\/csv is not supported/,
  ],
  "a parameter without a type": [
    withParameter({ schema: {} }),
    'query parameter "p", schema',
    /no type/,
  ],
  "an object of objects as parameter": [
    withParameter({ schema: { type: "object", properties: { a: { type: "object" } } } }),
    'query parameter "p", schema',
    /primitive values/,
  ],
  "an array of arrays as parameter": [
    withParameter({ schema: { type: "array", items: { type: "array" } } }),
    'query parameter "p", schema',
    /primitive values/,
  ],
  "an array of objects among the choices for a parameter": [
    withParameter({
      schema: { oneOf: [{ type: "string" }, { type: "array", items: { type: "object" } }] },
    }),
    'query parameter "p", schema',
    /primitive values/,
  ],
  "a pattern that is no regular expression": [
    withParameter({ schema: { type: "string", pattern: "^($" } }),
    'query parameter "p", pattern',
    /not a regular expression/,
  ],
  "a value that is not of the parameter's type": [
    withParameter({ schema: { type: "string", enum: ["all", 404] } }),
    'query parameter "p", enum',
    /404 is not of the type string/,
  ],
  "a value that is not of the field's type": [
    withBody(jsonBody({ type: "object", properties: { a: { type: "integer", enum: ["1"] } } })),
    'body field "a", enum',
    /"1" is not of the type integer/,
  ],
  "a value that a number cannot hold": [
    withParameter({ schema: { type: "integer", enum: [2 ** 53] } }),
    'query parameter "p", enum',
    /rounded/,
  ],
  "a path parameter that the path lacks": [
    withParameter({ in: "path", required: true }),
    'path parameter "p"',
    /not in the path/,
  ],
  "a path parameter that is not required": [
    documentWith({
      "/{p}": {
        get: {
          operationId: "getThing",
          ...ok,
          parameters: [{ name: "p", in: "path", schema: { type: "string" } }],
        },
      },
    }),
    'path parameter "p"',
    /not required/,
  ],
  "a path parameter that reads as a style": [
    documentWith({
      "/{p*}": {
        get: {
          operationId: "getThing",
          ...ok,
          parameters: [{ name: "p*", in: "path", required: true, schema: { type: "string" } }],
        },
      },
    }),
    'path parameter "p*"',
    /style/,
  ],
  "a path segment without parameter": [
    documentWith({ "/{p}": { get: { operationId: "getThing", ...ok } } }),
    "path",
    /\{p\} has no parameter/,
  ],
  "a path with a query": [
    documentWith({ "/thing?a=b": { get: { operationId: "getThing", ...ok } } }),
    "path",
    /not a valid path/,
  ],
  "one name in query and header": [
    oneOperation({
      parameters: ["query", "header"].map((place) => ({
        name: "p",
        in: place,
        schema: { type: "string" },
      })),
    }),
    'parameter "p"',
    /in the query and in the header/,
  ],
  "one header in two spellings": [
    oneOperation({
      parameters: ["X-A", "x-a"].map((name) => ({
        name,
        in: "header",
        schema: { type: "string" },
      })),
    }),
    'parameter "x-a"',
    /in the header and in the header/,
  ],
  "a parameter named body beside a whole body": [
    documentWith({
      "/thing": {
        post: {
          operationId: "getThing",
          ...ok,
          parameters: [{ name: "body", in: "query", schema: { type: "string" } }],
          requestBody: jsonBody({ type: "array", items: { type: "string" } }),
        },
      },
    }),
    'parameter "body"',
    /in the query and in the body/,
  ],
  "a body without content": [withBody({ content: {} }), "requestBody", /no content/],
  "a form that is not an object": [
    withBody({ content: { "multipart/form-data": { schema: { type: "string" } } } }),
    "requestBody",
    /multipart\/form-data of string/,
  ],
  "a form by a style of paths": [
    withBody({
      content: {
        "application/x-www-form-urlencoded": {
          schema: { type: "object" },
          encoding: { a: { style: "matrix" } },
        },
      },
    }),
    'requestBody, encoding of "a"',
    /matrix is not a style/,
  ],
  "a parameter of a type that JSON does not have": [
    withParameter({ schema: { type: "file" } }),
    'query parameter "p", type',
    /file is not a type of JSON/,
  ],
  "a body field of a type that JSON does not have": [
    withBody(jsonBody({ type: "object", properties: { a: { type: "String" } } })),
    'body field "a", type',
    /String is not a type of JSON/,
  ],
  "a body of a type that JSON does not have": [
    withBody(jsonBody({ type: "any" })),
    "requestBody, type",
    /any is not a type of JSON/,
  ],
  "a response of a type that JSON does not have": [
    withContent({ "application/json": { schema: { type: "file" } } }),
    "responses, type",
    /file is not a type of JSON/,
  ],
  "a response without a status": [
    oneOperation({ responses: { ...ok.responses, 20: { description: "" } } }),
    "responses",
    /"20" is not a status/,
  ],
  "a name that no header can have": [
    withParameter({ in: "header", name: "a b" }),
    'header parameter "a b"',
    /not a name/,
  ],
  "a header that fetch does not send": [
    withParameter({ in: "header", name: "Content-Length" }),
    'header parameter "Content-Length"',
    /does not send/,
  ],
  "a path with a segment that is dropped": [
    documentWith({ "/a/../b": { get: { operationId: "getThing", ...ok } } }),
    "path",
    /changed/,
  ],
  "a path with a backslash": [
    documentWith({ "/a\\b": { get: { operationId: "getThing", ...ok } } }),
    "path",
    /changed/,
  ],
  "a GET with a body": [
    oneOperation({ requestBody: jsonBody({ type: "string" }) }),
    "requestBody",
    /GET/,
  ],
  TRACE: [documentWith({ "/thing": { trace: { operationId: "getThing", ...ok } } }), "", /TRACE/],
  "a server of its own that is no URL": [
    oneOperation({ servers: [{ url: "https://{region}.example" }] }),
    "servers",
    /is not a base URL/,
  ],
  "mutual TLS": [
    oneOperation({ security: [{ mutual: [] }, { mutual: [], key: [] }] }, schemes),
    "security",
    /mutual, mutual with key is not supported/,
  ],
  "two credentials that take one header": [
    oneOperation(
      { security: [{ key: [], basic: [] }] },
      {
        components: {
          securitySchemes: {
            key: { type: "apiKey", in: "header", name: "authorization" },
            basic: { type: "http", scheme: "basic" },
          },
        },
      },
    ),
    "security",
    /key with basic is not supported/,
  ],
  "an API key named like an option of every client": [
    oneOperation({ security: [{ headers: [] }] }, schemes),
    "security",
    /conflicts with the client option headers/,
  ],
  "a security scheme that is not defined": [
    oneOperation({ security: [{ unknown: [] }] }, schemes),
    "security",
    /unknown/,
  ],
  "pagination that is incomplete": [
    withPagination({ cursorParameter: "cursor" }),
    "x-pagination",
    /incomplete/,
  ],
  "pagination by a parameter that is not there": [
    withPagination({ ...pagination, cursorParameter: "page" }),
    "x-pagination",
    /unknown parameter page/,
  ],
  "pagination by a parameter that is required": [
    withPagination(pagination, { required: true }),
    "x-pagination",
    /is required/,
  ],
  "pagination by a header": [
    withPagination(pagination, { in: "header" }),
    "x-pagination",
    /cursor is a header/,
  ],
  "pagination by a field that is not there": [
    withPagination({ ...pagination, cursorField: "after" }),
    "x-pagination",
    /no field after/,
  ],
  "pagination over a field that is no array": [
    withPagination({ ...pagination, itemsField: "next" }),
    "x-pagination",
    /no array next/,
  ],
  "pagination of pages of two kinds": [
    oneOperation({
      parameters: [{ name: "cursor", in: "query", schema: { type: "string" } }],
      responses: { ...listing.responses, 202: listing.responses[200] },
      "x-pagination": pagination,
    }),
    "x-pagination",
    /found 2/,
  ],
  "an envelope that is incomplete": [
    oneOperation({ "x-envelope": { codeField: "id" } }),
    "x-envelope",
    /incomplete/,
  ],
  "an envelope by a field that is not there": [
    oneOperation({ "x-envelope": { codeField: "code", messageField: "id" } }),
    "x-envelope",
    /no field code/,
  ],
  "x-idempotent that is not a boolean": [
    oneOperation({ "x-idempotent": "yes" }),
    "x-idempotent",
    /not a boolean/,
  ],
  "a client option that is no name": [
    withParameter({ "x-client-option": "a b" }),
    'query parameter "p", x-client-option',
    /not a valid name/,
  ],
  "a client option that every client has": [
    withParameter({ "x-client-option": "baseUrl" }),
    'parameter "p", x-client-option',
    /built-in/,
  ],
  "a client option of two meanings": [
    oneOperation({
      parameters: ["p", "q"].map((name) => ({
        name,
        in: "query",
        schema: { type: "string" },
        "x-client-option": "both",
      })),
    }),
    'parameter "q", x-client-option',
    /different parameter/,
  ],
};

test.for(Object.entries(refusals))("%s is refused", async ([, [document, where, what]]) => {
  const problems = await problemsOf(document);
  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatchObject({ where, what: expect.stringMatching(what) });
  expect(problems[0]?.operation).not.toBe("");
  expect(problems[0]?.fix).not.toBe("");
});

test("OpenAPI 3.2 is refused, which may hold what the generator knows nothing of", async () => {
  const [problem] = await problemsOf({ ...oneOperation({}), openapi: "3.2.0" });
  expect(problem).toMatchObject({ where: "openapi", what: 'is "3.2.0"' });
});

test("what is no OpenAPI 3 is refused by the name of the file", async () => {
  const document = { ...oneOperation({}), openapi: "4.0.0" };
  await expect(problemsOf(document)).rejects.toThrow(/test-area\.yaml: .*4\.0\.0/);
});

test("ids that are used twice, or whose types would have one name, are refused", async () => {
  const ids = ["things/list", "things-list", "things/list"];
  const paths = ids.map((operationId, index) => [`/${index}`, { get: { operationId, ...ok } }]);
  const problems = await problemsOf(documentWith(Object.fromEntries(paths)));
  expect(problems.map(({ operation, what }) => `${operation} ${what}`)).toEqual([
    "things-list the type ThingsListParams is already used by things/list",
    'GET /2 "things/list" is used twice',
  ]);
  // What the message proposes helps: the first stays.
  expect(
    await problemsOf(documentWith(Object.fromEntries(paths)), ["things-list", "GET /2"]),
  ).toEqual([]);
});

test("ids made of method and path are refused where they meet another, with what to do", async () => {
  const paths = { "/things": { get: ok }, "/things/": { get: ok }, "/a": { get: ok } };
  expect(await problemsOf(documentWith(paths))).toEqual([
    {
      ...{ operation: "GET /things/", route: "GET /things/", where: "operationId" },
      what: '"getThings" is used twice',
      fix: "write an operationId; this one is made of method and path",
    },
  ]);
  expect(await problemsOf(documentWith(paths), ["GET /things/"])).toEqual([]);
});

test("a reference to an anchor is refused wherever it is", async () => {
  const anchored = { components: { schemas: { Thing: { $anchor: "thing", type: "string" } } } };
  const requestBody = jsonBody({ $ref: "#thing" });
  const paths = { "/thing": { post: { operationId: "postThing", ...ok, requestBody } } };
  const [atTop] = await problemsOf(documentWith(paths, anchored));
  expect(atTop).toMatchObject({
    operation: "postThing",
    what: "$ref #thing cannot be resolved",
  });
  const nested = { type: "object", properties: { a: { $ref: "#thing" } } };
  const responses = { 200: { content: { "application/json": { schema: nested } } } };
  const [within] = await problemsOf(oneOperation({ responses }, anchored));
  expect(within).toMatchObject({ where: "types", what: "$ref #thing cannot be resolved" });
});

test("a reference that leads nowhere is refused with its place", async () => {
  const missing = withBody(jsonBody({ $ref: "#/components/schemas/Thing" }));
  await expect(problemsOf(missing)).rejects.toThrow(
    "$ref at #/paths/~1thing/post/requestBody/content/application~1json/schema",
  );
});

test("all problems come together, each with its operation", async () => {
  const document = documentWith({
    "/a": { get: { operationId: "then", ...ok }, trace: { ...ok } },
    "/b": { trace: { operationId: "traceB", ...ok, security: [{ none: [] }] } },
  });
  const problems = await problemsOf(document);
  expect(problems.map(({ operation, route, where }) => [operation, route, where])).toEqual([
    ["then", "GET /a", "operationId"],
    ["traceA", "TRACE /a", ""],
    ["traceB", "TRACE /b", ""],
    ["traceB", "TRACE /b", "security"],
  ]);
});

test("an operation at fault can be left out, by id or by method and path", async () => {
  const document = documentWith({
    "/a": { get: { operationId: "then", ...ok }, post: { ...ok } },
    "/b": { get: { operationId: "getB", ...ok } },
  });
  expect(await problemsOf(document, ["then", "POST /a"])).toEqual([]);
});

test("leaving out an operation that is not there is refused", async () => {
  const [problem] = await problemsOf(oneOperation({}), ["getThings"]);
  expect(problem).toMatchObject({ where: "--omit getThings", what: "unknown operation" });
});

test.for(["string |", "a; b", "{ a: "])("x-typescript-type %j is refused", async (text) => {
  const schema = { type: "string", "x-typescript-type": text };
  const content = { "application/json": { schema } };
  const [problem] = await problemsOf(oneOperation({ responses: { 200: { content } } }));
  expect(problem).toMatchObject({
    where: "types",
    what: `x-typescript-type: ${text} is not a valid TypeScript type`,
  });
});
