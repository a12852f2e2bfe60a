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

/** Objects within optional members of others. */
const nested = (depth: number): object =>
  depth === 0 ? text : member("a", nested(depth - 1), false);

const mapping = { crate: ref("Crate").$ref, letter: ref("Letter").$ref };
const discriminator = { propertyName: "kind", mapping };
const hounds = { propertyName: "pet", mapping: { hound: ref("Dog").$ref } };
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
  Rope: member("end", { oneOf: [member("rope", ref("Rope")), text] }),
  Cat: { ...member("pet"), properties: { pet: text, meows: { type: "boolean" } } },
  Dog: { ...member("pet"), properties: { pet: text, barks: { type: "integer" } } },
  Fox: { ...member("pet"), properties: { pet: text, howls: text } },
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

const ajv = new Ajv2020({ strict: false, allErrors: true, multipleOfPrecision: 9 });
addFormats.default(ajv);

/** Validates by the whole document, apart from the code under test. */
function violations(schema: object, value: unknown): unknown {
  const validate = ajv.compile({ allOf: [schema], components: { schemas } });
  validate(value);
  return validate.errors ?? [];
}

const int = { type: "integer" };
const shown = { ...member("a"), example: { a: "e" } };
const durations = { propertyNames: { format: "duration" }, additionalProperties: int };
const list = (minItems: number, items: object) => ({ minItems, items, uniqueItems: true });

describe("a value that is made", () => {
  it.each([
    ...["date", "time", "date-time", "iso-date-time", "duration", "email", "hostname"],
    ...["ipv4", "ipv6", "uri", "uri-reference", "uri-template", "url", "regex", "uuid"],
    ...["json-pointer", "json-pointer-uri-fragment", "relative-json-pointer", "byte", "iso-time"],
  ])("has the format %s, also where a list has two", (format) => {
    const schema = list(2, { ...text, format });
    expect(violations(schema, sampleOf(document, schema, "body"))).toEqual([]);
  });

  it.each<[schema: object, value: string]>([
    [{ format: "byte", minLength: 9 }, '"AAAAAAAAAAAA"'],
    [{ format: "email", minLength: 20 }, '"uuuuuser@example.com"'],
    [{ format: "uri", minLength: 23 }, '"https://example.com/xxx"'],
    [list(2, { format: "date" }), '["2024-01-31","2025-01-31"]'],
    [list(2, { format: "uri" }), '["https://example.com/","https://exampl1.com/"]'],
    [{ pattern: "^[a-f0-9]{9}$" }, '"000000000"'],
    [{ pattern: "^(?=.*[A-Z])(?=.*\\d).{8,}$" }, '"]R7Q@8hu"'],
    [{ pattern: "^\\p{Lu}\\p{L}{2,5}$" }, '"AAA"'],
    [{ pattern: "^[A-Z]{3}-\\d+$", minLength: 9 }, '"OLL-74700"'],
    [{ ...text, not: { enum: ["text"] } }, '"0xb64ef51c888972c908cfacf59b47c1afbc0ab8ac"'],
    [{ minLength: 6 }, '"textxx"'],
    [{ maxLength: 2 }, '"te"'],
    [{}, '"text"'],
    [{ not: { type: ["string", "object"] } }, "1"],
    [{ required: ["a"] }, '{"a":"text"}'],
    [{ properties: { a: text } }, '{"a":"text"}'],
    [{ multipleOf: 0.01, minimum: 0.565 }, "0.57"],
    [{ ...int, multipleOf: 5, exclusiveMinimum: 10, maximum: 15 }, "15"],
    [{ ...int, multipleOf: 7 }, "0"],
    [{ type: "number", exclusiveMinimum: 0, exclusiveMaximum: 0.5 }, "0.25"],
    [{ minimum: 0.5, maximum: 0.7 }, "0.5"],
    [{ ...int, format: "int32", exclusiveMaximum: -5 }, "-6"],
    [list(4, { ...int, exclusiveMinimum: 5, exclusiveMaximum: 10 }), "[6,7,8,9]"],
    [list(3, { enum: ["a", "b", "c"] }), '["a","b","c"]'],
    [list(3, { ...text, examples: ["a", "b"] }), '["a","b","tex2"]'],
    [list(3, member("id", int)), '[{"id":1},{"id":2},{"id":3}]'],
    [list(4, { pattern: "^[A-Z]+$" }), '["A","ND","GX","ZR"]'],
    [{ prefixItems: [text, int], items: false, minItems: 2 }, '["text",1]'],
    [{ prefixItems: [text, int], maxItems: 1 }, '["text"]'],
    [{ contains: { const: 5 }, minContains: 2, items: int, minItems: 3 }, "[5,5,1]"],
    [{ minProperties: 3, additionalProperties: int }, '{"key":1,"key1":1,"key2":1}'],
    [{ maxProperties: 1, properties: { a: text, b: text } }, '{"a":"text"}'],
    [
      { patternProperties: { "^[A-Z]$": text }, additionalProperties: false, minProperties: 1 },
      '{"A":"text"}',
    ],
    [{ ...durations, minProperties: 2 }, '{"P1D":1,"P2D":1}'],
    [{ additionalProperties: text, maxProperties: 0 }, "{}"],
    [ref("Rope"), '{"end":{"rope":{"end":{"rope":{"end":"text"}}}}}'],
    [nested(7), '{"a":{"a":{"a":{"a":{"a":{}}}}}}'],
    [{ ...member("a"), dependentRequired: { a: ["b"] } }, '{"a":"text","b":"text"}'],
    [{ ...member("x", text, false), not: { required: ["x"] } }, "{}"],
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    [{ if: member("a"), then: member("b"), properties: { b: text } }, '{"a":"text","b":"text"}'],
    [
      { unevaluatedProperties: false, allOf: [member("a")], properties: { b: text } },
      '{"b":"text","a":"text"}',
    ],
    [{ allOf: [member("a", { minimum: 5 }), member("a", { ...int, maximum: 5 })] }, '{"a":5}'],
    [{ allOf: [{ type: ["number", "null"] }, int] }, "1"],
    [{ oneOf: ["Dog", "Fox"].map(ref) }, '{"pet":"text","barks":1,"howls":0}'],
    [{ oneOf: ["Cat", "Dog"].map(ref) }, '{"pet":"text","meows":true,"barks":"text"}'],
    [list(2, { oneOf: [false, { type: "boolean" }] }), "[true,false]"],
    [{ anyOf: [{ type: "null" }, { ...text, format: "date" }] }, '"2024-01-31"'],
    [{ ...member("a", { maxLength: 3, example: "long" }), example: { a: "long" } }, '{"a":"tex"}'],
    [{ ...text, examples: ["e"], default: "d" }, '"e"'],
    [{ ...text, default: "d" }, '"d"'],
    [{ ...text, example: 404 }, '"404"'],
    [{ enum: ["a", "b"], example: "b" }, '"b"'],
    [{ ...shown, allOf: [member("b", text, false)] }, '{"a":"e"}'],
    [{ allOf: [shown, member("b", text, false)] }, '{"a":"text","b":"text"}'],
    [{ type: ["null", "integer"] }, "1"],
    [{ type: "null" }, "null"],
    [ref("Tree"), '{"children":[],"parent":null}'],
    [ref("Letter"), '{"kind":"letter","stamp":"text"}'],
    [ref("Parcel"), '{"kind":"crate","planks":1}'],
    [{ oneOf: [ref("Letter"), ref("Crate")], discriminator }, '{"kind":"letter","stamp":"text"}'],
    [
      { anyOf: [ref("Cat"), ref("Dog")], discriminator: { propertyName: "pet" } },
      '{"pet":"Cat","meows":true}',
    ],
    [{ anyOf: [ref("Dog"), ref("Cat")], discriminator: hounds }, '{"pet":"hound","barks":1}'],
    [{ properties: { a: { minLength: 2, maxLength: 1 }, b: text } }, '{"b":"text"}'],
  ])("of %j is %s", (schema, value) => {
    const made = sampleOf(document, schema, "body");
    expect(JSON.stringify(made)).toBe(value);
    expect(violations(schema, made)).toEqual([]);
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
    expect(sampleOf(document, ref("User"), "body")).toEqual({
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
    expect(made).toThrow(/^request body[.a-z]* has no example, and none can be generated: \S/);
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
