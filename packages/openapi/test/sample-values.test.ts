import { describe, expect, it } from "vitest";
import { sampleOf } from "../src/index.ts";

const document = { openapi: "3.1.0", paths: {} };
const sample = (schema: object | boolean, name = "body") => sampleOf(document, schema, name);

const address = "0xb64ef51c888972c908cfacf59b47c1afbc0ab8ac";
const hash = "0x8873a33f4687bce738171f486cce04ffe060cd0b71b15fe83e047e2815253f7c";

it.each([
  ["date", "2024-01-31"],
  ["date-time", "2024-01-31T12:00:00Z"],
  ["time", "12:00:00Z"],
  ["duration", "P1D"],
  ["email", "user@example.com"],
  ["hostname", "example.com"],
  ["ipv4", "192.0.2.1"],
  ["ipv6", "2001:db8::1"],
  ["uri", "https://example.com/"],
  ["uuid", "00000000-0000-4000-8000-000000000000"],
  ["unheard-of", "text"],
])("a text of the format %s is %s", (format, text) => {
  expect(sample({ type: "string", format })).toBe(text);
  expect(sample({ format })).toBe(text);
});

it.each([
  ["blockHash", hash],
  ["contractAddress", address],
  ["wallet", address],
  ["owner", address],
  ["network", "ethereum"],
  ["chainName", "ethereum"],
  ["chains", "text"],
  ["tokenSymbol", "WETH"],
  ["gasFee", "1000"],
  ["totalValue", "1000"],
])("a text that is named %s is %s", (name, text) => {
  expect(sample({ type: "string" }, `at.${name}`)).toBe(text);
});

it.each<[schema: object, text: string]>([
  [{ minLength: 6 }, "textxx"],
  [{ maxLength: 2 }, "te"],
  [{ pattern: "^\\p{L}+$" }, "text"],
  [{ pattern: "^0x1$" }, "0x1"],
  [{ pattern: "^\\d$" }, "1"],
  [{ pattern: "^0x\\w{40}$" }, address],
])("a text of %j is %s", (schema, text) => {
  expect(sample({ type: "string", ...schema })).toBe(text);
});

it("a name suggests only what fits", () => {
  expect(sample({ type: "string", minLength: 6 }, "tokenSymbol")).toBe("textxx");
  expect(sample({ type: "string", minLength: 4, maxLength: 4 }, "tokenSymbol")).toBe("WETH");
  expect(sample({ type: "string", pattern: "^[a-z]+$" }, "tokenSymbol")).toBe("text");
});

it.each<[schema: object, value: number]>([
  [{ minimum: 5, maximum: 5 }, 5],
  [{ minimum: 4, maximum: 5, exclusiveMaximum: true }, 4],
  [{ maximum: 1, exclusiveMaximum: true }, 0],
  [{ exclusiveMaximum: -5 }, -6],
  [{ exclusiveMinimum: 4, exclusiveMaximum: 6 }, 5],
  [{ multipleOf: 7 }, 0],
  [{ minimum: 0, exclusiveMinimum: false, maximum: 9, exclusiveMaximum: false }, 1],
])("an integer of %j is %d", (schema, value) => {
  expect(sample({ type: "integer", ...schema })).toBe(value);
  expect(sample({ type: "number", ...schema })).toBe(value);
});

it.each<[schema: object, value: number]>([
  [{ exclusiveMinimum: 4, exclusiveMaximum: 4.5 }, 4.25],
  [{ exclusiveMinimum: -0.5, exclusiveMaximum: 0 }, -0.25],
  [{ minimum: 1.2, maximum: 1.8 }, 1.2],
  [{ exclusiveMinimum: 1.2, maximum: 1.8 }, 1.8],
])("a number of %j is %d", (schema, value) => {
  expect(sample({ type: "number", ...schema })).toBe(value);
});

it.each<[schema: object, value: unknown]>([
  [{ items: { type: "boolean" } }, [true]],
  [{ pattern: "^t" }, "text"],
  [{ minLength: 0 }, "text"],
  [{ minimum: 3 }, 3],
  [{ maximum: 5 }, 1],
  [{ properties: { a: { type: "null" } } }, { a: null }],
  [{ additionalProperties: {} }, {}],
  [{ type: "object" }, {}],
  [{ type: "object", minProperties: 1, properties: { a: { type: "null" } } }, { a: null }],
  [{ type: ["null", "boolean"] }, true],
  [{ type: ["string", "null"], oneOf: [{ type: "null" }, {}] }, null],
  [{ anyOf: [false, { type: "null" }] }, null],
  [{ allOf: [{ type: "string", minLength: 6 }, { minLength: 2 }] }, "textxx"],
  [{ allOf: [{ minLength: 2 }], type: "string", minLength: 6 }, "textxx"],
  [{ allOf: [{ properties: { a: { const: 1 } } }], properties: { a: { const: 2 } } }, { a: 2 }],
])("a value of %j is %j", (schema, value) => {
  expect(sample(schema)).toEqual(value);
});

describe("no value can be made", () => {
  const unsure = ["not", "if", "contains", "dependentRequired", "dependentSchemas"];
  it.each<[schema: object | boolean, why: string]>([
    ...[...unsure, "propertyNames"].map((keyword): [object, string] => [
      { type: "object", [keyword]: {} },
      `\`${keyword}\` cannot be satisfied with certainty`,
    ]),
    [false, "its schema allows no value"],
    [{ type: "object", minProperties: 1 }, "it needs 1 properties"],
    [{ type: "integer", minimum: 1.2, maximum: 1.8 }, "no number near its bounds fits"],
    [{ type: "number", multipleOf: 1, minimum: 1.2, maximum: 1.8 }, "no number near its bounds"],
    [{ type: "string", maxLength: 1, minLength: 3 }, "its length must be 3 to 1"],
  ])("of %j", (schema, why) => {
    expect(() => sample(schema)).toThrow(`body has no example, and none can be generated: ${why}`);
  });

  it("of any choice, as of the first", () => {
    const choices = [{ pattern: "^z{3}$" }, { type: "object", not: {} }];
    let caught: unknown;
    try {
      sample({ oneOf: choices });
    } catch (error) {
      caught = error;
    }
    expect(caught).toMatchObject({ message: expect.stringContaining("it must match ^z{3}$") });
  });

  it("beyond twenty levels of a schema, whatever it nests by", () => {
    const leaf = { type: "boolean" };
    const nested = (levels: number, within: (inner: object) => object): object =>
      levels === 0 ? leaf : within(nested(levels - 1, within));
    const ways: ((inner: object) => object)[] = [
      (inner) => ({ type: "object", required: ["a"], properties: { a: inner } }),
      (inner) => ({ type: "array", minItems: 1, items: inner }),
      (inner) => ({ oneOf: [inner] }),
    ];
    for (const way of ways) {
      expect(JSON.stringify(sample(nested(20, way)))).toContain("true");
      expect(() => sample(nested(21, way))).toThrow("its schema is recursive");
    }
  });
});
