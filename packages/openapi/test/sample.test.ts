import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { describe, expect, it } from "vitest";
import { readOperations, sampleOf } from "../src/index.ts";

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const text = { type: "string" };
const member = (name: string, schema: object = text, required = true) => ({
  type: "object",
  properties: { [name]: schema },
  ...(required && { required: [name] }),
});

const mapping = { crate: ref("Crate").$ref, letter: ref("Letter").$ref };
const discriminator = { propertyName: "kind", mapping };
const schemas = {
  Parcel: { ...member("kind"), discriminator },
  Crate: { allOf: [ref("Parcel"), member("planks", { type: "integer" })] },
  Letter: { allOf: [ref("Parcel"), member("stamp")] },
  Tree: {
    type: "object",
    required: ["children"],
    properties: {
      children: { type: "array", items: ref("Tree") },
      parent: { anyOf: [ref("Tree"), { type: "null" }] },
    },
  },
  Endless: member("next", ref("Endless")),
  Cat: { ...member("pet"), properties: { pet: text, meows: { type: "boolean" } } },
  Dog: { ...member("pet"), properties: { pet: text, barks: { type: "integer" } } },
  User: {
    type: "object",
    required: ["id", "password"],
    properties: {
      id: { type: "integer", readOnly: true },
      password: { ...text, writeOnly: true },
      name: text,
    },
  },
};
const document = { openapi: "3.1.0", info: {}, paths: {}, components: { schemas } };

/** Validates by the whole document, apart from the code under test. */
function violations(schema: object, value: unknown): unknown {
  const ajv = new Ajv2020({ strict: false, allErrors: true, multipleOfPrecision: 9 });
  addFormats.default(ajv);
  const validate = ajv.compile({ allOf: [schema], components: { schemas } });
  validate(value);
  return validate.errors ?? [];
}

describe("a value that is made", () => {
  const kept: object[] = [
    ...["date", "time", "date-time", "iso-date-time", "duration", "email", "hostname"],
    ...["ipv4", "ipv6", "uri", "uri-reference", "uri-template", "url", "regex", "uuid"],
    ...["json-pointer", "json-pointer-uri-fragment", "relative-json-pointer", "byte", "iso-time"],
  ].map((format) => ({ ...text, format }));
  kept.push(
    { ...text, format: "byte", minLength: 30 },
    { ...text, format: "email", maxLength: 8 },
    { ...text, format: "uri", minLength: 60 },
    { ...text, format: "uri", maxLength: 3 },
    { ...text, pattern: "^[a-f0-9]{64}$" },
    { ...text, pattern: "^(?=.*[A-Z])(?=.*\\d).{8,}$" },
    { ...text, pattern: "^\\p{Lu}\\p{L}{2,5}$" },
    { ...text, pattern: "^[A-Z]{3}-\\d+$", minLength: 9 },
    { ...text, not: { enum: ["text"] } },
    { type: "number", multipleOf: 0.01, minimum: 19.985 },
    { type: "integer", multipleOf: 5, exclusiveMinimum: 10, maximum: 15 },
    { type: "number", exclusiveMinimum: 0, exclusiveMaximum: 0.5 },
    { type: "integer", format: "int32", exclusiveMaximum: -5 },
    { type: "array", minItems: 4, uniqueItems: true, items: { ...text, format: "uuid" } },
    { type: "array", minItems: 3, uniqueItems: true, items: { enum: ["a", "b", "c"] } },
    { type: "array", minItems: 3, uniqueItems: true, items: member("id", { type: "integer" }) },
    { type: "array", minItems: 9, uniqueItems: true, items: { ...text, pattern: "^[A-Z]{2}$" } },
    { type: "array", prefixItems: [text, { type: "number" }], items: false, minItems: 2 },
    { type: "array", contains: { const: 5 }, minContains: 2, items: { type: "integer" } },
    { type: "object", minProperties: 3, additionalProperties: { type: "integer" } },
    { type: "object", maxProperties: 1, properties: { a: text, b: text } },
    { type: "object", minProperties: 2, patternProperties: { "^x-[a-z]+$": text } },
    { type: "object", propertyNames: { pattern: "^[A-Z]{3}$" }, additionalProperties: text },
    { ...member("a"), dependentRequired: { a: ["b"] } },
    { type: "object", not: { required: ["x"] }, properties: { x: text, y: text } },
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    { type: "object", if: member("a"), then: { required: ["b"] }, properties: { b: text } },
    { unevaluatedProperties: false, allOf: [member("a")], properties: { b: text } },
    { allOf: [member("a", { minimum: 5 }), member("a", { type: "integer", maximum: 5 })] },
    {
      oneOf: [
        { type: "number", multipleOf: 3 },
        { type: "number", multipleOf: 5 },
      ],
    },
    { oneOf: [ref("Cat"), ref("Dog")] },
    { anyOf: [{ ...text, format: "date-time" }, { type: "null" }] },
    { ...member("a", { ...text, maxLength: 3, example: "too long" }), example: { a: "too long" } },
    ref("Parcel"),
    ref("Tree"),
  );

  it.each(kept)("keeps to %j", (schema) => {
    expect(violations(schema, sampleOf(document, schema, "body"))).toEqual([]);
  });

  it.each<[schema: object, value: unknown]>([
    [{ ...text, examples: ["e"], default: "d" }, "e"],
    [{ ...text, default: "d" }, "d"],
    [{ ...text, example: 404 }, "404"],
    [{ type: ["null", "integer"] }, 1],
    [{ type: "null" }, null],
    [{ ...text, minLength: 6 }, "textxx"],
    [{ ...text, maxLength: 2 }, "te"],
    [{ ...text, format: "relative-json-pointer", maxLength: 1 }, "0"],
    [{ additionalProperties: {} }, {}],
    [{ type: "integer", multipleOf: 7 }, 0],
    [{ oneOf: [false, { type: "boolean" }] }, true],
    [ref("Tree"), { children: [], parent: null }],
    [ref("Parcel"), { kind: "crate", planks: 1 }],
    [ref("Letter"), { kind: "letter", stamp: "text" }],
    [
      { oneOf: [ref("Letter"), ref("Crate")], discriminator },
      { kind: "letter", stamp: "text" },
    ],
    [
      { anyOf: [ref("Cat"), ref("Dog")], discriminator: { propertyName: "pet" } },
      { pet: "Cat", meows: true },
    ],
    [
      {
        anyOf: [ref("Dog"), ref("Cat")],
        discriminator: { propertyName: "pet", mapping: { hound: ref("Dog").$ref } },
      },
      { pet: "hound", barks: 1 },
    ],
    [member("a", { ...text, not: {} }, false), {}],
  ])("of %j is %j", (schema, value) => {
    expect(sampleOf(document, schema, "body")).toEqual(value);
  });

  it.each([
    ["blockHash", /^0x[\da-f]{64}$/],
    ["contractAddress", /^0x[\da-f]{40}$/],
    ["chain_name", /^ethereum$/],
    ["tokenSymbol", /^WETH$/],
    ["gasFee", /^1000$/],
    ["chains", /^text$/],
  ])("is as the name %s suggests", (name, value) => {
    expect(sampleOf(document, member(name), "body")).toHaveProperty(
      name,
      expect.stringMatching(value),
    );
  });

  it("has the members of its side of a message", () => {
    expect(sampleOf(document, ref("User"), "body", "request")).toEqual({
      password: "text",
      name: "text",
    });
    expect(sampleOf(document, ref("User"), "body", "response")).toEqual({ id: 1, name: "text" });
  });
});

describe("a value that cannot be made", () => {
  it.each<[schema: object | boolean, why: string]>([
    [false, "its schema allows no value"],
    [{ type: "object", not: {} }, "must NOT be valid"],
    [{ type: "integer", minimum: 1.2, maximum: 1.8 }, "no number fits its bounds"],
    [{ ...text, maxLength: 1, minLength: 3 }, "its length must be 3 to 1"],
    [{ ...text, pattern: "^a$", enum: ["b"] }, "must match pattern"],
    [{ type: "array", minItems: 2, uniqueItems: true, items: { type: "null" } }, "unique"],
    [ref("Endless"), "its schema is recursive"],
  ])("says why: %j", (schema, why) => {
    const made = () => sampleOf(document, schema, "request body");
    expect(made).toThrow(why);
    expect(made).toThrow(/^request body[.a-z]* has no example, and none can be generated: /);
  });

  it("names its document, operation and place", () => {
    const content = {
      "application/json": { schema: member("a", { ...text, pattern: "^a\\bb$" }) },
    };
    const post = { operationId: "make", requestBody: { content }, responses: {} };
    const info = { title: "Things" };
    const [operation] = readOperations({ ...document, info, paths: { "/": { post } } });
    expect(() => operation?.body?.sample()).toThrow(
      /^Things, make: request body\.a has no example, .*: it must match \^a\\bb\$\. Add an `example`\.$/,
    );
  });
});
