import { describe, expect, it } from "vitest";
import { normalize, type Operation, readOperations, responseFor, schemaOf } from "../src/index.ts";

const JSON_TYPE = "application/json";

/** Reads the one operation of a document, `POST /things`. */
function read(operation: object, document: object = {}, pathItem: object = {}): Operation {
  const [only] = readOperations({
    openapi: "3.1.0",
    paths: {
      "/things": { post: { operationId: "make", responses: {}, ...operation }, ...pathItem },
    },
    ...document,
  });
  return only as Operation;
}

function bodyOf(schema: object, required = true): object {
  return {
    requestBody: { required, content: { [JSON_TYPE]: { schema } } },
  };
}

it.each([
  ["get", "/users/{id}", "getUsersById"],
  ["post", "/v1/chat/completions", "postV1ChatCompletions"],
  ["get", "/", "getRoot"],
  ["delete", "/files/{file-name}.{ext}/", "deleteFilesByFileNameByExt"],
  ["get", "/größe/user_names", "getGrößeUserNames"],
])("makes an id of %s %s", (method, path, id) => {
  const document = { openapi: "3.1.0", paths: { [path]: { [method]: { responses: {} } } } };
  expect(readOperations(document).map((operation) => operation.id)).toEqual([id]);
  expect(normalize(document)).toMatchObject({
    paths: { [path]: { [method]: { operationId: id } } },
  });
});

describe("parameters", () => {
  const limit = (maximum: number) => ({
    name: "limit",
    in: "query",
    schema: { type: "integer", maximum },
  });

  it("merges those of the path and of the operation by name and place", () => {
    const inHeader = { name: "limit", in: "header", schema: { type: "string" } };
    const { parameters } = read(
      { parameters: [{ $ref: "#/components/parameters/Limit" }, inHeader] },
      { components: { parameters: { Limit: limit(100) } } },
      { parameters: [limit(10), { name: "q", in: "query" }] },
    );
    expect(parameters.map(({ name, in: place, schema }) => [name, place, schema.maximum])).toEqual([
      ["limit", "query", 100],
      ["q", "query", undefined],
      ["limit", "header", undefined],
    ]);
  });

  it("are sampled by their example, or else by their schema", () => {
    const parameters = [
      { ...limit(100), example: 7 },
      { name: "q", in: "query", schema: { enum: ["a"] } },
    ];
    expect(read({ parameters }).parameters.map(({ sample }) => sample())).toEqual([7, "a"]);
  });

  it("takes the description beside a reference", () => {
    const parameters = [{ $ref: "#/components/parameters/Limit", description: "At most 100." }];
    const components = { parameters: { Limit: { ...limit(100), description: "A page." } } };
    expect(read({ parameters }, { components }).parameters[0]?.description).toBe("At most 100.");
    const older = read({ parameters }, { components, openapi: "3.0.3" });
    expect(older.parameters[0]?.description).toBe("A page.");
  });
});

describe("a request body", () => {
  const fields = { type: "object", properties: { a: { type: "string" } }, required: ["a"] };

  it.each([
    ["an object of declared properties", fields, "fields"],
    ["one that is closed", { ...fields, additionalProperties: false }, "fields"],
    ["one that refers to it", { $ref: "#/components/schemas/Fields" }, "fields"],
    ["an open object", { ...fields, additionalProperties: true }, "whole"],
    ["an array", { type: "array", items: fields }, "whole"],
    ["an allOf", { allOf: [fields] }, "whole"],
    ["a conditional one", { ...fields, if: { required: ["a"] }, else: false }, "whole"],
    ["one that requires more than it declares", { ...fields, required: ["a", "b"] }, "whole"],
    [
      "one with keywords beside a reference",
      { $ref: "#/components/schemas/Fields", minProperties: 1 },
      "whole",
    ],
    ["one that may be null", { ...fields, type: ["object", "null"] }, "whole"],
  ])("is %s", (_, schema, kind) => {
    const document = { components: { schemas: { Fields: fields } } };
    expect(read(bodyOf(schema), document).body?.kind).toBe(kind);
  });

  it("is whole where it is optional, as fields could not say whether there is one", () => {
    expect(read(bodyOf(fields, false)).body).toMatchObject({ required: false, kind: "whole" });
    expect(read(bodyOf(fields)).body?.fields).toMatchObject([{ name: "a", required: true }]);
  });

  it("offers no field that only responses have", () => {
    const schema = { ...fields, properties: { ...fields.properties, id: { readOnly: true } } };
    expect(read(bodyOf(schema)).body?.fields.map(({ name }) => name)).toEqual(["a"]);
  });

  it("is whole if a field is named as a parameter; headers have no case", () => {
    const body = bodyOf({ type: "object", properties: { "x-a": {} } });
    const kindBeside = (name: string, place: string) =>
      read({ ...body, parameters: [{ name, in: place, schema: {} }] }).body?.kind;
    expect(kindBeside("X-A", "header")).toBe("whole");
    expect(kindBeside("x-a", "query")).toBe("whole");
    expect(kindBeside("a", "query")).toBe("fields");
  });

  it("is sent as JSON, or else as the first form, or else as the first of all", () => {
    const sentOf = (...types: string[]) => {
      const content = Object.fromEntries(types.map((type) => [type, {}]));
      const { sent, format } = read({ requestBody: { content } }).body ?? {};
      return [sent?.type, format];
    };
    expect(sentOf("a/b", "multipart/form-data", "a/c+json", "application/d+json")).toEqual([
      "application/d+json",
      "json",
    ]);
    expect(sentOf("a/b", "multipart/form-data; x=y")).toEqual([
      "multipart/form-data; x=y",
      "multipart",
    ]);
    expect(sentOf("a/b", "a/c")).toEqual(["a/b", "raw"]);
    expect(sentOf()).toEqual([undefined, "raw"]);
  });
});

describe("security", () => {
  const components = {
    securitySchemes: {
      token: { type: "http", scheme: "Bearer" },
      admin: { type: "http", scheme: "bearer", "x-scope": "management" },
      key: { type: "apiKey", in: "header", name: "X-Key" },
    },
  };

  it.each([
    ["none", []],
    ["none", [{}]],
    ["required", [{ token: [] }]],
    ["required", [{ key: [] }]],
    ["optional", [{}, { key: [] }]],
    ["optional", [{ token: ["read"] }, {}]],
  ])("is %s for %j", (auth, security) => {
    expect(read({ security }, { components }).auth).toBe(auth);
  });

  it("is the document's where the operation states none, with its schemes told apart", () => {
    const { security } = read({}, { components, security: [{ token: ["read"], key: [] }, {}] });
    expect(security).toEqual([
      [
        { name: "token", credential: { kind: "bearer" }, scopes: ["read"] },
        {
          name: "key",
          credential: { kind: "key", in: "header", name: "X-Key" },
          scopes: [],
        },
      ],
      [],
    ]);
  });

  it("has the scope of its scheme", () => {
    const { security } = read({ security: [{ admin: ["write"] }] }, { components });
    expect(security).toEqual([
      [{ name: "admin", credential: { kind: "bearer" }, scopes: ["write", "management"] }],
    ]);
  });
});

describe("keywords beside a $ref", () => {
  const document = {
    openapi: "3.1.0",
    components: { schemas: { Small: { type: "integer", maximum: 100, description: "Small." } } },
  };
  const ref = "#/components/schemas/Small";

  it("are ignored in 3.0", () => {
    const older = { ...document, openapi: "3.0.3" };
    expect(schemaOf(older, { $ref: ref, maximum: 10 })).toMatchObject({ maximum: 100 });
  });

  it("become an allOf for tools that drop them, and stay where they only describe", () => {
    const schemas = {
      ...document.components.schemas,
      Tiny: { $ref: ref, maximum: 10 },
      Described: { $ref: ref, description: "Described." },
      Ref: { type: "object", properties: { $ref: { type: "string" } }, example: { $ref: "x" } },
    };
    const normal = normalize({ ...document, components: { schemas } });
    expect(normal.components).toEqual({
      schemas: { ...schemas, Tiny: { allOf: [{ $ref: ref }], maximum: 10 } },
    });
  });
});

it("finds the response of a status by itself, by its range and by default", () => {
  const { responses } = read({
    responses: { 200: {}, "4xx": {}, default: {}, 404: {}, "x-note": {} },
  });
  const found = [200, 404, 418, 503].map((status) => responseFor(responses, status)?.status);
  expect(found).toEqual(["200", "404", "4XX", "default"]);
});

it("follows references to path items, bodies, responses and examples", () => {
  const components = {
    pathItems: {
      Things: {
        post: { operationId: "made", responses: { 200: { $ref: "#/components/responses/Ok" } } },
      },
    },
    responses: {
      Ok: {
        content: { [JSON_TYPE]: { examples: { one: { $ref: "#/components/examples/One" } } } },
      },
    },
    examples: { One: { value: { a: 1 } } },
  };
  const paths = { "/things": { $ref: "#/components/pathItems/Things" } };
  const [operation] = readOperations({ openapi: "3.1.0", paths, components });
  expect(operation?.id).toBe("made");
  expect([...(operation?.responses[0]?.examples ?? [])]).toEqual([["one", { a: 1 }]]);
});
