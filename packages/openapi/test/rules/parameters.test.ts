import { describe, expect, it } from "vitest";
import { parameterOf, rulesOf } from "./support.ts";

const text = { type: "string" };
const texts = { type: "array", items: text };
const point = { type: "object", properties: { x: { type: "number" }, y: { type: "number" } } };

const bounded = { exclusiveMinimum: 0, exclusiveMaximum: 10 };

/** Schemas of parameters, whose checks the client makes. */
const SCHEMAS: readonly object[] = [
  { type: "string", pattern: "^a$" },
  // It is valid without the u flag only, with which the runtime compiles it.
  { type: "string", pattern: "^\\-$" },
  { type: "string", pattern: "/^a$/i" },
  { type: "integer", pattern: "^a$" },
  { type: ["string", "null"], enum: ["a", null] },
  { const: "a" },
  { type: "boolean", enum: [true] },
  { type: ["string", "boolean"], enum: ["a", true] },
  { type: "integer", enum: [1, 2] },
  { type: "integer", enum: [Number.MAX_SAFE_INTEGER] },
  { type: "number", minimum: 1, maximum: 2.5 },
  { type: "string", minimum: 1 },
  { type: "integer", ...bounded },
  { type: "integer", exclusiveMinimum: 0.5, exclusiveMaximum: 9.5 },
  { type: "number", ...bounded },
  { type: "integer", minimum: 5, maximum: 3, ...bounded },
  { type: "integer", minimum: -5, maximum: 30, ...bounded },
  { type: "integer", minimum: 0, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: false },
  { type: ["integer", "null"], minimum: 1 },
  { oneOf: [{ type: "integer" }, { const: "a" }], minimum: 1 },
  { anyOf: [text, { const: "a" }], pattern: "^a" },
  { type: "null" },
  texts,
  { type: "array", items: { type: ["string", "integer"] } },
  { oneOf: [texts, { type: "array", items: text }] },
  { ...texts, enum: [["a"]] },
  { $ref: "#/components/schemas/Short" },
];

/** Parameters whose styles the client writes. */
const STYLES: readonly object[] = [
  { schema: texts, style: "form", explode: true },
  { schema: texts, explode: false },
  { schema: texts, style: "pipeDelimited" },
  { schema: texts, style: "spaceDelimited", explode: true },
  { schema: text, explode: false },
  { schema: text, style: "spaceDelimited" },
  { schema: text, style: "pipeDelimited", explode: true },
  { schema: point },
  { schema: point, explode: false },
  { schema: point, style: "pipeDelimited" },
  { schema: point, style: "deepObject", explode: false },
  { schema: point, style: "deepObject", explode: true },
  { schema: { type: "object", properties: { a: texts } }, style: "deepObject" },
  { schema: { oneOf: [text, texts] } },
  { in: "header", schema: text },
  { in: "header", schema: texts },
  { in: "header", schema: texts, explode: true },
  { in: "header", schema: point },
  { in: "header", schema: point, explode: true },
  { in: "cookie", schema: text },
  { in: "cookie", schema: text, explode: true },
  { in: "cookie", schema: texts, explode: false },
  { in: "cookie", schema: point, explode: false },
  { content: { "application/json": { schema: point } } },
  { content: { "application/json": {} } },
  { content: { "application/json": { schema: { type: ["integer", "null"] } } } },
];

it("the catalogue of rules: what the client checks and writes of each parameter", async () => {
  const components = { schemas: { Short: { type: "string", pattern: "^.$" } } };
  const lines = [...SCHEMAS.map((schema) => ({ schema })), ...STYLES].map((parameter) => {
    const { rule } = parameterOf(parameter, { components });
    return `${JSON.stringify(parameter)}\n  ${JSON.stringify(rule)}\n`;
  });
  await expect(lines.join("")).toMatchFileSnapshot("../catalogue/parameters.txt");
});

describe("the style", () => {
  it.each(["simple", "label", "matrix"])("of a path may be %s", (style) => {
    const parameter = { name: "id", in: "path", required: true, style, schema: text };
    const { model } = rulesOf({ path: "/{id}", parameters: [parameter] });
    expect(model.parameters[0]?.rule).toEqual({
      in: "path",
      required: true,
      ...(style === "simple" ? {} : { style }),
    });
  });
});

it.each<[schema: object, type: string]>([
  [text, "string"],
  [{ type: "integer" }, "number | bigint"],
  [{ type: "number" }, "number"],
  [{ type: "boolean" }, "boolean"],
  [{ enum: ["a", "b"] }, '"a" | "b"'],
  [{ type: "integer", enum: [1, 2] }, "1 | 2"],
  [texts, "Group"],
  [{ type: ["string", "integer"] }, "Group"],
  [{ type: "string", "x-typescript-type": "Name" }, "Group"],
])("the TypeScript type of %j is %s", (schema, type) => {
  const group = 'NonNullable<Contract["getThings"]["parameters"]["query"]>["it"]';
  expect(parameterOf({ schema }).type).toBe(type === "Group" ? group : type);
});

it("the TypeScript type of a path parameter is never undefined, as the path needs it", () => {
  const parameter = { name: "ids", in: "path", required: true, schema: texts };
  const { model } = rulesOf({ path: "/{ids}", operationId: "a#b", parameters: [parameter] });
  expect(model.parameters[0]?.type).toBe('Contract["a/b"]["parameters"]["path"]["ids"]');
});

it("has the documentation of the document", () => {
  const stated = { description: "It.", deprecated: true, example: "e", required: true };
  const schema = { type: "string", minLength: 1 };
  const found = parameterOf({ ...stated, schema, "x-client-option": "theOption" });
  expect(found).toMatchObject({
    name: "it",
    rule: { in: "query", required: true, option: "theOption" },
    ...{ description: "It.", deprecated: true, example: "e", limits: "At least 1 character." },
  });
  expect(found.sample()).toBe("e");
  expect(parameterOf({ schema })).toMatchObject({ description: "", deprecated: false });
});

it.each<[schema: object, limits: string]>([
  [{}, ""],
  [{ default: 0, minimum: 1, maximum: 2 }, "Default 0; at least 1; at most 2."],
  [{ exclusiveMinimum: 0, exclusiveMaximum: 9 }, "More than 0; less than 9."],
  [
    { minimum: 1, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: true },
    "More than 1; less than 9.",
  ],
  [
    { minimum: 1, exclusiveMinimum: false, maximum: 9, exclusiveMaximum: false },
    "At least 1; at most 9.",
  ],
  [{ minLength: 0, maxLength: 0 }, "At most 0 characters."],
  [{ minLength: 2, maxLength: 1 }, "At least 2 characters; at most 1 character."],
  [{ pattern: "^a", enum: ["ab", null] }, "Matches `^a`; one of `ab`, `null`."],
])("the limits of %j are %j", (limits, shown) => {
  const field = { type: "object", properties: { a: limits } };
  const requestBody = { required: true, content: { "application/json": { schema: field } } };
  const { model } = rulesOf({ method: "post", requestBody });
  expect(model.parameters[0]?.limits).toBe(shown);
});
