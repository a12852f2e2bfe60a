import { fullFormats } from "ajv-formats/dist/formats.js";
import { expect, it } from "vitest";
import { FORMATS, normalize, toValidatable } from "../src/index.ts";

/** A schema of a document, converted. */
function converted(schema: object, openapi = "3.0.3", convert = toValidatable): unknown {
  const document = { openapi, info: {}, paths: {}, components: { schemas: { Thing: schema } } };
  return (convert(document).components as { schemas: { Thing: object } }).schemas.Thing;
}

const ref = { $ref: "#/components/schemas/Other" };

it.each<[older: object, newer: object]>([
  [{ type: "string", nullable: true }, { type: ["string", "null"] }],
  [{ type: ["string"], nullable: true }, { type: ["string", "null"] }],
  [{ type: "string", nullable: false }, { type: "string" }],
  [
    { type: "string", enum: ["a"], nullable: true },
    { type: ["string", "null"], enum: ["a", null] },
  ],
  [
    { type: "string", enum: ["a", null], nullable: true },
    { type: ["string", "null"], enum: ["a", null] },
  ],
  [
    { nullable: true, title: "It", "x-a": 1, allOf: [ref] },
    { title: "It", "x-a": 1, anyOf: [{ allOf: [ref] }, { type: "null" }] },
  ],
  [{ nullable: true, description: "Anything." }, { description: "Anything." }],
  [
    { minimum: 1, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: true },
    { exclusiveMinimum: 1, exclusiveMaximum: 9 },
  ],
  [
    { minimum: 1, exclusiveMinimum: false, maximum: 9, exclusiveMaximum: false },
    { minimum: 1, maximum: 9 },
  ],
  [
    { ...ref, description: "It.", type: "string" },
    { ...ref, description: "It." },
  ],
  [{ type: "file" }, {}],
  [{ type: ["string", "file", "string"] }, { type: ["string"] }],
  [{ enum: [{}, 1, {}] }, { enum: [{}, 1] }],
  [{ required: ["a", 1, "a"] }, { required: ["a"] }],
  [{ items: [{}], a: 1 }, { prefixItems: [{}] }],
])("a schema of OpenAPI 3.0, %j, becomes %j", (older, newer) => {
  expect(converted(older)).toEqual(newer);
});

it("a document of OpenAPI 3.1 keeps its schemas, and one of 3.0 becomes one of 3.1", () => {
  const schema = { ...ref, minLength: 1, exclusiveMinimum: 1 };
  expect(converted(schema, "3.1.0")).toEqual(schema);
  expect(converted({ ...ref, nullable: true }, "3.1.0")).toEqual({
    anyOf: [ref, { type: "null" }],
  });
  expect(toValidatable({ openapi: "3.0.3", paths: {} }).openapi).toBe("3.1.0");
  expect(toValidatable({ openapi: "3.1.1", paths: {} }).openapi).toBe("3.1.1");
});

it("formats that no validator knows are left out, also those of nested schemas", () => {
  expect([...FORMATS].sort()).toEqual(Object.keys(fullFormats).sort());
  for (const format of FORMATS) {
    expect(converted({ format }, "3.1.0")).toEqual({ format });
  }
  const document = { format: "color", properties: { a: { format: "size", type: "string" } } };
  expect(converted(document, "3.1.0")).toEqual({ properties: { a: { type: "string" } } });
});

it.each<[names: string, kept: unknown, other: unknown]>([
  ["$ref $comment title description format pattern contentEncoding contentMediaType", "date", 1],
  ["deprecated readOnly writeOnly uniqueItems", false, 1],
  ["minimum maximum exclusiveMinimum exclusiveMaximum", -1, "1"],
  ["minLength maxLength minItems maxItems minProperties maxProperties", 0, -1],
  ["minContains maxContains", 1, 1.5],
  ["additionalProperties unevaluatedProperties propertyNames items not if then else", {}, 1],
  ["unevaluatedItems contains contentSchema", true, []],
  ["allOf anyOf oneOf prefixItems", [{}, true], [1]],
  ["properties patternProperties dependentSchemas $defs definitions dependentRequired", {}, []],
  ["discriminator externalDocs xml", {}, "a"],
  ["enum examples", [null], []],
  ["required", [], "a"],
  ["multipleOf", 1, 0],
])("of %s, only what these may be is kept: %j", (names, kept, other) => {
  for (const name of names.split(" ")) {
    expect(converted({ [name]: kept }, "3.1.0")).toEqual({ [name]: kept });
    expect(converted({ [name]: other }, "3.1.0")).toEqual({});
  }
});

it("the original stays as it is", () => {
  const schema = { type: "string", format: "color", nullable: true };
  converted(schema);
  expect(schema).toEqual({ type: "string", format: "color", nullable: true });
});

it("what annotates a reference stays beside it, and what constrains goes into an allOf", () => {
  const annotations = {
    ...{ title: "", summary: "", description: "", default: 1, deprecated: true, example: 1 },
    ...{ examples: [1], externalDocs: {}, $comment: "" },
  };
  const normal = (schema: object, openapi = "3.1.0") => converted(schema, openapi, normalize);
  for (const [name, value] of Object.entries(annotations)) {
    expect(normal({ ...ref, [name]: value })).toEqual({ ...ref, [name]: value });
  }
  expect(normal({ ...ref, minLength: 1, title: "It", allOf: [{}] })).toEqual({
    ...{ allOf: [ref, {}], minLength: 1, title: "It" },
  });
  expect(normal({ ...ref, minLength: 1, title: "It" }, "3.0.3")).toEqual(ref);
});

it("operations have ids, all of their parameters and no empty security", () => {
  const id = { name: "id", in: "path", required: true };
  const size = { name: "size", in: "query" };
  const get = { operationId: "own", security: [{}], parameters: [size] };
  const post = { security: [{ key: [] }, {}], responses: { 200: {}, "400 (a)": {}, "x-b": {} } };
  const put = { operationId: "own" };
  const paths = { "/{id}": { summary: "It.", parameters: [id], get, post, put } };
  const components = { securitySchemes: { key: { type: "oauth2" } } };
  expect(normalize({ openapi: "3.1.0", paths, components }).paths).toEqual({
    "/{id}": {
      ...{ summary: "It.", parameters: [id] },
      get: { operationId: "own", security: [], parameters: [id, size] },
      post: {
        ...{ ...post, operationId: "postById", parameters: [id] },
        responses: { 200: {}, "x-b": {} },
      },
      put: { operationId: "putById", security: [], parameters: [id] },
    },
  });
});
