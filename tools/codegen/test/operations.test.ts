import { describe, expect, test } from "vitest";
import {
  documentWith,
  generate,
  jsonBody,
  ok,
  oneOperation,
  operation,
  typeErrors,
} from "./support.ts";

const text = { type: "string" };

describe("parameters", () => {
  test("those of the path and of the operation are merged, the operation's going first", async () => {
    const { rules } = await operation(
      documentWith(
        {
          "/{a}": {
            parameters: [
              { $ref: "#/components/parameters/A" },
              { name: "b", in: "query", schema: { type: "integer", maximum: 1 } },
            ],
            get: {
              operationId: "getThing",
              ...ok,
              parameters: [{ name: "b", in: "query", schema: { type: "integer", maximum: 2 } }],
            },
          },
        },
        {
          components: {
            parameters: { A: { name: "a", in: "path", required: true, schema: text } },
          },
        },
      ),
    );
    expect(rules).toEqual({
      a: { in: "path", required: true },
      b: { in: "query", type: "integer", maximum: 2 },
    });
  });

  test("headers that OpenAPI describes elsewhere are no parameters", async () => {
    const parameters = ["Accept", "content-type", "Authorization", "X-Trace"].map((name) => ({
      name,
      in: "header",
      schema: text,
    }));
    const { rules } = await operation(oneOperation({ parameters }));
    expect(rules).toEqual({ "X-Trace": { in: "header" } });
  });

  test("a parameter with a client option is bound once per client", async () => {
    const parameter = { name: "p", in: "query", schema: text, "x-client-option": "p" };
    const { rules } = await operation(oneOperation({ parameters: [parameter] }));
    expect(rules).toEqual({ p: { in: "query", option: "p" } });
  });

  test("a style that is stated and is the default is fine", async () => {
    const parameters = [
      { name: "a", in: "query", style: "form", explode: false, schema: text },
      {
        name: "b",
        in: "query",
        style: "form",
        explode: true,
        schema: { type: "array", items: text },
      },
    ];
    const { rules } = await operation(oneOperation({ parameters }));
    expect(Object.keys(rules)).toEqual(["a", "b"]);
  });
});

describe("what the runtime checks of a value", () => {
  const cases: [title: string, schema: object, rule: object][] = [
    ["pattern", { type: "string", pattern: "^a$" }, { pattern: "^a$" }],
    [
      "nothing of a pattern that is invalid with the u flag",
      { type: "string", pattern: "^\\-$" },
      {},
    ],
    ["enum", { type: "string", enum: ["a", "b"] }, { enum: ["a", "b"] }],
    ["enum beside null", { type: ["string", "null"], enum: ["a", null] }, { enum: ["a"] }],
    ["const", { const: "a" }, { enum: ["a"] }],
    [
      "bounds",
      { type: "number", minimum: 1, maximum: 2.5 },
      { type: "number", minimum: 1, maximum: 2.5 },
    ],
    [
      "bounds beside null",
      { type: ["integer", "null"], minimum: 1 },
      { type: "integer", minimum: 1 },
    ],
    [
      "exclusive bounds of integers",
      { type: "integer", exclusiveMinimum: 0, exclusiveMaximum: 10 },
      { type: "integer", minimum: 1, maximum: 9 },
    ],
    [
      "the stricter of two bounds",
      { type: "integer", minimum: 5, exclusiveMinimum: 0, maximum: 3, exclusiveMaximum: 9 },
      { type: "integer", minimum: 5, maximum: 3 },
    ],
    [
      "no more of exclusive bounds of other numbers than is certain",
      { type: "number", exclusiveMinimum: 0 },
      { type: "number", minimum: 0 },
    ],
    [
      "exclusive bounds as OpenAPI 3.0 has them",
      { type: "integer", minimum: 0, exclusiveMinimum: true },
      { type: "integer", minimum: 1 },
    ],
    [
      "the type of an array and of its items",
      { type: "array", items: { type: "string", pattern: "a" } },
      { type: "array", items: "string" },
    ],
    [
      "of several types no more than that",
      { oneOf: [{ type: "integer" }, { const: "a" }], minimum: 1 },
      { type: ["integer", "string"] },
    ],
    [
      "a number or null, as null is sent by leaving it out",
      { type: ["integer", "null"] },
      { type: "integer" },
    ],
    [
      "what holds for every choice",
      { anyOf: [{ type: "string" }, { const: "a" }], pattern: "^a" },
      { pattern: "^a" },
    ],
    ["the type of a boolean", { type: "boolean", enum: [true] }, { type: "boolean" }],
    ["what a reference leads to", { $ref: "#/components/schemas/Short" }, { pattern: "^.$" }],
  ];
  test.for(cases)("%s", async ([, schema, rule]) => {
    const { rules } = await operation(
      oneOperation(
        { parameters: [{ name: "p", in: "query", schema }] },
        { components: { schemas: { Short: { type: "string", pattern: "^.$" } } } },
      ),
    );
    expect(rules).toEqual({ p: { in: "query", ...rule } });
  });
});

describe("the body", () => {
  async function withBody(requestBody: object) {
    const { rule, rules } = await operation(
      documentWith(
        { "/thing": { post: { operationId: "getThing", ...ok, requestBody } } },
        { components: { schemas: { Fields: object } } },
      ),
    );
    return { body: rule.body, rules };
  }
  const object = {
    type: "object",
    required: ["a"],
    properties: { a: text, b: { type: "integer" } },
  };

  test("a plain object becomes fields", async () => {
    expect(await withBody(jsonBody(object))).toEqual({
      body: "fields",
      rules: { a: { in: "body", required: true }, b: { in: "body", type: "integer" } },
    });
  });

  test("an optional one is sent whole, its required fields staying required, or not at all", async () => {
    expect(await withBody(jsonBody(object, { required: false }))).toEqual({
      body: "whole",
      rules: { body: { in: "body", type: "object" } },
    });
  });

  test("a field that only responses have is left out", async () => {
    const properties = { ...object.properties, b: { type: "integer", readOnly: true } };
    const { rules } = await withBody(jsonBody({ ...object, properties }));
    expect(Object.keys(rules)).toEqual(["a"]);
  });

  test("JSON is found beside other media types, with parameters", async () => {
    const { body } = await withBody({
      required: true,
      content: { "text/plain": {}, "application/json; charset=utf-8": { schema: object } },
    });
    expect(body).toBe("fields");
  });

  const whole: [title: string, schema: object][] = [
    ["an array", { type: "array", items: text }],
    ["a string", text],
    ["an object that may be null", { ...object, type: ["object", "null"] }],
    ["an object of free form", { type: "object" }],
    ["an object that may hold more", { ...object, additionalProperties: text }],
    ["an object that must hold more", { ...object, required: ["z"] }],
    ["a choice", { oneOf: [object, text] }],
    ["a condition", { ...object, if: { required: ["b"] }, else: { maxProperties: 1 } }],
    ["keywords beside a reference", { $ref: "#/components/schemas/Fields", minProperties: 1 }],
    ["a composition", { type: "object", properties: object.properties, allOf: [object] }],
  ];
  test.for(whole)("%s is sent whole", async ([, schema]) => {
    const { body, rules } = await withBody(jsonBody(schema));
    expect({ body, rules }).toEqual({
      body: "whole",
      rules: { body: { in: "body", required: true, type: expect.anything() } },
    });
  });
});

test("a success that is not documented may be anything", async () => {
  const found = await operation(oneOperation({ responses: { 404: { description: "" } } }));
  expect([found.response, found.rule.noContent, found.rule.returns]).toEqual([
    "unknown",
    true,
    undefined,
  ]);
});

describe("security", () => {
  const schemes = {
    bearer: { type: "http", scheme: "Bearer" },
    oauth: { type: "oauth2", flows: {} },
    openId: { type: "openIdConnect", openIdConnectUrl: "https://id.example" },
    key: { type: "apiKey", in: "query", name: "key" },
  };
  const cases: [title: string, security: object[] | undefined, auth: string | undefined][] = [
    ["a bearer scheme is required", [{ bearer: [] }], "required"],
    ["so is OAuth 2", [{ oauth: ["read"] }], "required"],
    ["so is OpenID Connect", [{ openId: [] }], "required"],
    ["two bearer schemes together are one token", [{ bearer: [], oauth: [] }], "required"],
    ["no security among the alternatives makes it optional", [{}, { bearer: [] }], "optional"],
    ["a bearer scheme suffices beside another", [{ key: [] }, { bearer: [] }], "required"],
    ["no security at all", [], undefined],
    ["the document's security holds where the operation has none", undefined, "required"],
  ];
  test.for(cases)("%s", async ([, security, auth]) => {
    const { rule } = await operation(
      oneOperation(
        { security },
        { security: [{ bearer: [] }], components: { securitySchemes: schemes } },
      ),
    );
    expect(rule.auth).toBe(auth);
  });
});

describe("repeating", () => {
  const cases: [method: string, stated: boolean | undefined, idempotent: true | undefined][] = [
    ["get", undefined, true],
    ["put", undefined, true],
    ["delete", undefined, true],
    ["post", undefined, undefined],
    ["patch", undefined, undefined],
    ["post", true, true],
    ["delete", false, undefined],
  ];
  test.for(cases)("%s, stated %s → %s", async ([method, stated, idempotent]) => {
    const { rule } = await operation(
      documentWith({
        "/thing": { [method]: { operationId: "getThing", ...ok, "x-idempotent": stated } },
      }),
    );
    expect(rule.idempotent).toBe(idempotent);
  });
});

describe("pagination and envelope", () => {
  const page = {
    allOf: [
      { type: "object", properties: { next: text } },
      {
        properties: { items: { type: ["array", "null"], items: text }, code: { type: "integer" } },
      },
    ],
  };
  const responses = { 200: { description: "", content: { "application/json": { schema: page } } } };

  test("pagination is taken over, its fields found within compositions", async () => {
    const pagination = { cursorParameter: "c", cursorField: "next", itemsField: "items" };
    const parameters = [{ name: "c", in: "query", schema: text }];
    const { rule } = await operation(
      oneOperation({ responses, parameters, "x-pagination": pagination }),
    );
    expect(rule.pagination).toEqual(pagination);
  });

  test("a cursor in the body takes its part of the runtime, one in the query does not", async () => {
    const pagination = { cursorParameter: "c", cursorField: "next", itemsField: "items" };
    const schema = { type: "object", properties: { c: text } };
    const post = {
      operationId: "list",
      requestBody: { required: true, content: { "application/json": { schema } } },
      responses,
      "x-pagination": pagination,
      "x-idempotent": true,
    };
    const inBody = await generate(documentWith({ "/things": { post } }));
    expect(inBody.files.get("operations.ts")).toMatch(/parts: .*bodies, listings/);
    const parameters = [{ name: "c", in: "query", schema: text }];
    const inQuery = await generate(
      oneOperation({ responses, parameters, "x-pagination": pagination }),
    );
    expect(inQuery.files.get("operations.ts")).not.toContain("bodyCursors");
  });

  test("media types and the type of a success are told where they are unusual", async () => {
    const json = (type: string, schema: object) => ({
      description: "",
      content: { [type]: { schema } },
    });
    const document = documentWith({
      "/thing": {
        post: {
          operationId: "getThing",
          requestBody: {
            required: true,
            content: {
              "application/json; charset=utf-8": { schema: { type: "array", items: {} } },
            },
          },
          responses: {
            200: json("application/vnd.thing+json", { type: "array", items: {} }),
            400: json("application/problem+json", { type: "object" }),
          },
        },
      },
    });
    expect((await operation(document)).rule).toMatchObject({
      contentType: "application/json; charset=utf-8",
      accept: "application/vnd.thing+json, application/problem+json",
      returns: "array",
    });
    expect((await operation(oneOperation({}))).rule).toEqual({
      method: "GET",
      path: "/thing",
      idempotent: true,
    });
  });

  test("a body of another JSON type is sent as declared, unless there is plain JSON", async () => {
    const schema = { type: "object", properties: { a: { type: "string" } } };
    const patch = (content: object) => {
      const body = { required: true, content };
      return documentWith({ "/a": { patch: { operationId: "patchA", ...ok, requestBody: body } } });
    };
    const merge = { "application/merge-patch+json": { schema } };
    expect((await operation(patch(merge), "patchA")).rule).toMatchObject({
      contentType: "application/merge-patch+json",
      body: "fields",
    });
    const both = patch({ ...merge, "application/json": { schema } });
    expect((await operation(both, "patchA")).rule).not.toHaveProperty("contentType");
  });

  test("an open media type is JSON if the schema has no text, and text if it has nothing else", async () => {
    const any = (type: string) => ({
      200: { description: "", content: { "*/*": { schema: { type } } } },
    });
    const { rule } = await operation(oneOperation({ responses: any("array") }));
    expect(rule).toMatchObject({ returns: "array" });
    expect(rule).not.toHaveProperty("accept");
    const text = await operation(oneOperation({ responses: any("string") }));
    expect(text.rule).toMatchObject({ content: "text" });
  });

  test("null is allowed where `nullable` stands beside a composition", async () => {
    const part = { type: "object", properties: { a: { type: "string" } } };
    const properties = {
      a: { nullable: true, allOf: [part] },
      b: { nullable: true, oneOf: [part, { type: "string" }] },
      c: { nullable: true, enum: ["x"] },
    };
    const requestBody = jsonBody({ type: "object", properties });
    const document = documentWith({ "/a": { post: { operationId: "postA", ...ok, requestBody } } });
    const { rules } = await operation({ ...document, openapi: "3.0.3" }, "postA");
    expect(rules.a).toMatchObject({ type: ["object", "null"] });
    expect(rules.b).toMatchObject({ type: ["object", "string", "null"] });
    expect(rules.c).toMatchObject({ type: ["string", "null"], enum: ["x"] });
  });

  test("arrays of the style `simple` may state either form of explode", async () => {
    const schema = { type: "array", items: { type: "integer" } };
    for (const explode of [true, false]) {
      const parameters = [{ name: "x-ids", in: "header", explode, schema }];
      const { rules } = await operation(oneOperation({ parameters }));
      expect(rules["x-ids"]).toEqual({ in: "header", type: "array", items: "integer" });
    }
  });

  test("a webhook may share the id of an operation", async () => {
    const webhooks = { done: { post: { operationId: "getThing", ...ok } } };
    expect((await operation(oneOperation({}, { webhooks }))).rule.path).toBe("/thing");
  });

  test("callbacks are not operations, and may share their ids", async () => {
    const callbacks = {
      done: { "{$request.body#/url}": { post: { operationId: "call", ...ok } } },
    };
    const document = documentWith({
      "/thing": {
        get: { operationId: "getThing", ...ok, callbacks },
        put: { operationId: "putThing", ...ok, callbacks: structuredClone(callbacks) },
      },
    });
    expect((await operation(document)).rule.path).toBe("/thing");
  });

  test("a path item may be defined under components", async () => {
    const items = { Thing: { get: { operationId: "getThing", ...ok } } };
    const document = documentWith(
      { "/thing": { $ref: "#/components/pathItems/Thing" } },
      { components: { pathItems: items } },
    );
    expect((await operation(document)).rule).toMatchObject({ method: "GET", path: "/thing" });
  });

  test("an envelope may be stated for the whole document", async () => {
    const envelope = { codeField: "code", messageField: "next" };
    const { rule } = await operation(oneOperation({ responses }, { "x-envelope": envelope }));
    expect(rule.envelope).toEqual(envelope);
  });
});

const partsOf: [what: string, operation: object, parts: string][] = [
  [
    "plain parameters",
    { parameters: [{ name: "a", in: "query", schema: { type: "integer" } }] },
    "queries",
  ],
  [
    "an array of several types",
    {
      parameters: [
        {
          name: "a",
          in: "query",
          schema: { type: "array", items: { type: ["string", "integer"] } },
        },
      ],
    },
    "queries, types",
  ],
  [
    "a limit",
    {
      parameters: [
        { name: "a", in: "query", schema: { minLength: 1, type: "string", pattern: "a" } },
      ],
    },
    "queries, schemas",
  ],
  ["a success without content", { responses: { 204: { description: "" } } }, "results"],
];

test.for(partsOf)("a client ships what its operations need: %s", async ([, get, parts]) => {
  const text = (await generate(oneOperation(get))).files.get("operations.ts");
  expect(text).toContain(
    `export const parts: readonly Parts[] = [{ area: "test-area" }, ${parts}];`,
  );
});

test("an operation keeps the names of its types, though the runtime has them as well", async () => {
  const { files } = await generate(oneOperation({ operationId: "http" }));
  const consumer = `
    import type { DecodeError, HttpError, HttpResponse } from "./operations.ts";
    export const kinds: HttpError["kind"][] = ["network", "http"];
    export const kind: DecodeError["kind"] = "decode";
    export const { id }: HttpResponse = { id: "a" };
  `;
  expect(await typeErrors(new Map([...files, ["consumer.ts", consumer]]))).toBe("");
});
