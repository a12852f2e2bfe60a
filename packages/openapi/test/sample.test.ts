import { describe, expect, it } from "vitest";
import { readOperations } from "../src/index.ts";

const components = {
  schemas: {
    Node: {
      type: "object",
      required: ["value"],
      properties: {
        value: { type: "integer" },
        next: { $ref: "#/components/schemas/Node" },
        id: { type: "string", readOnly: true },
      },
    },
    Endless: {
      type: "object",
      required: ["next"],
      properties: { next: { $ref: "#/components/schemas/Endless" } },
    },
    Lists: { type: "array", items: { $ref: "#/components/schemas/Lists" } },
    Kind: { type: "string", enum: ["a", "b"] },
  },
};

/** The body that is made for a schema. */
function sample(schema: object): unknown {
  const requestBody = { required: true, content: { "application/json": { schema } } };
  const [operation] = readOperations({
    openapi: "3.1.0",
    info: { title: "Things", version: "1" },
    paths: { "/things": { post: { operationId: "makeThing", requestBody, responses: {} } } },
    components,
  });
  return operation?.body?.sample();
}

/** A schema within as many `allOf`. */
const nested = (levels: number): object =>
  levels === 0 ? { type: "boolean" } : { allOf: [nested(levels - 1)] };

const made: [what: string, schema: object, value: unknown][] = [
  ["the example of a property", { properties: { a: { examples: [7] } } }, { a: 7 }],
  ["a default", { type: "string", default: "d" }, "d"],
  ["what a reference leads to", { $ref: "#/components/schemas/Kind" }, "a"],
  ["the first type but null", { type: ["null", "integer"] }, 1],
  ["null where nothing else is allowed", { type: "null" }, null],
  ["more than an exclusive minimum", { type: "number", exclusiveMinimum: 0 }, 1],
  [
    "more than the minimum of OpenAPI 3.0",
    { type: "integer", minimum: 5, exclusiveMinimum: true },
    6,
  ],
  ["at most the maximum", { type: "integer", maximum: -5 }, -5],
  ["a multiple", { type: "integer", multipleOf: 7, minimum: 10 }, 14],
  ["a number between", { type: "number", exclusiveMinimum: 0, exclusiveMaximum: 0.5 }, 0.25],
  ["text of its length", { type: "string", minLength: 6, maxLength: 6 }, "textxx"],
  ["text of its format", { type: "string", format: "date" }, "2024-01-31"],
  ["text that fits its pattern", { type: "string", pattern: "^[a-z]+$" }, "text"],
  [
    "text as its name suggests",
    {
      required: ["walletAddress", "chain_name"],
      properties: {
        walletAddress: { pattern: "^0x[0-9a-f]{40}$" },
        chain_name: { type: "string" },
      },
    },
    { walletAddress: "0xb64ef51c888972c908cfacf59b47c1afbc0ab8ac", chain_name: "ethereum" },
  ],
  [
    "a hash where a pattern asks for one",
    { type: "string", pattern: "^0x\\w{64}$" },
    expect.stringMatching(/^0x\w{64}$/),
  ],
  [
    "as many items as needed",
    { type: "array", minItems: 2, items: { type: "boolean" } },
    [true, true],
  ],
  [
    "no items where none is needed and none can be generated",
    { type: "array", items: { type: "string", pattern: "^z{3}$" } },
    [],
  ],
  [
    "one item that is unique",
    { type: "array", minItems: 1, uniqueItems: true, items: { type: "null" } },
    [null],
  ],
  [
    "both parts of an allOf",
    {
      allOf: [
        { required: ["a"], properties: { a: { type: "null" } } },
        { properties: { b: { const: 1 } } },
      ],
    },
    { a: null, b: 1 },
  ],
  ["optional items down to the fifth level", { $ref: "#/components/schemas/Lists" }, [[[[[[]]]]]]],
  ["parts nested twenty-one times", nested(21), true],
  ["the first choice that works", { oneOf: [false, { type: "boolean" }] }, true],
  [
    "no field that only responses have",
    { $ref: "#/components/schemas/Node", examples: undefined, description: "x" },
    expect.not.objectContaining({ id: expect.anything() }),
  ],
  [
    "no field that needs an example and is optional",
    { properties: { a: { pattern: "^z{3}$" }, b: { type: "null" } } },
    { b: null },
  ],
  [
    "required fields without a schema",
    { type: "object", required: ["a"], additionalProperties: { type: "integer" } },
    { a: 1 },
  ],
];

const refused: [what: string, schema: object, where: string][] = [
  [
    "a pattern",
    { required: ["a"], properties: { a: { type: "string", pattern: "^z{3}$" } } },
    "request body.a has no example, and none can be generated: it must match ^z{3}$",
  ],
  ["a recursive schema", { $ref: "#/components/schemas/Endless" }, "its schema is recursive"],
  ["parts nested more often", nested(22), "its schema has no type"],
  ["a condition", { type: "object", if: {} }, "`if` cannot be satisfied with certainty"],
  [
    "items that differ",
    { type: "array", minItems: 2, uniqueItems: true, items: {} },
    "its items must be unique",
  ],
  [
    "an item that is needed",
    { type: "array", minItems: 1, items: { type: "string", pattern: "^z{3}$" } },
    "request body[] has no example",
  ],
  [
    "bounds without a value",
    { type: "integer", minimum: 2, maximum: 1 },
    "no number near its bounds fits",
  ],
  [
    "lengths without a text",
    { type: "string", format: "date", maxLength: 3 },
    "its length must be 0 to 3",
  ],
  [
    "nothing",
    { type: "object", required: ["a"], properties: { a: false } },
    "request body.a has no example",
  ],
  ["anything", {}, "its schema has no type"],
];

describe("a body without an example", () => {
  it.each(made)("has %s", (_, schema, value) => {
    expect(sample(schema)).toEqual(value);
  });

  it.each(refused)("is refused by its place for %s", (_, schema, where) => {
    expect(() => sample(schema)).toThrow(where);
    expect(() => sample(schema)).toThrow(/^Things, makeThing: request body/);
  });
});
