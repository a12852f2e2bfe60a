import { join } from "node:path";
import type { OperationDescription } from "@chainkit/runtime";
import type { ResponseSchemas } from "@chainkit/runtime/validate";
import { listAreas, repositoryRoot } from "@chainkit/spec";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormatsModule from "ajv-formats";
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { expressionOf } from "../src/response-schemas/schema.ts";

// The package is CommonJS; its default export arrives as the module object.
const addFormats = addFormatsModule as unknown as typeof addFormatsModule.default;
const ajv = new Ajv2020({ strict: false });
addFormats(ajv);

const OTHERS = [null, true, 7, -1.5, "text", "", [], [null], {}];

/** A value, and all that one change makes of it: a part replaced, taken away or added. */
function* altered(value: unknown): Generator<unknown> {
  yield* OTHERS;
  if (typeof value !== "object" || value === null) {
    return;
  }
  const copy = (change: (of: Record<string, unknown>) => void) => {
    const all = structuredClone(value) as Record<string, unknown>;
    change(all);
    return all;
  };
  if (!Array.isArray(value)) {
    yield copy((all) => {
      all.unknown = 1;
    });
  }
  for (const [name, part] of Object.entries(value)) {
    if (!Array.isArray(value)) {
      yield copy((all) => delete all[name]);
    }
    for (const other of altered(part)) {
      yield copy((all) => {
        all[name] = other;
      });
    }
  }
}

const areas = (await listAreas()).map(({ name }) => name);

test.each(areas)("the schemas of %s take and refuse what the contract does", async (area) => {
  const folder = join(repositoryRoot, "packages", area, "src/generated");
  const { responseSchemas } = await import(join(folder, "response-schemas.ts"));
  const { operations } = await import(join(folder, "descriptions.ts"));
  const verdicts = { taken: 0, refused: 0 };
  for (const { method, path, id, responses } of Object.values<OperationDescription>(operations)) {
    const schemas = (responseSchemas as ResponseSchemas)[`${method} ${path}`];
    expect(schemas?.id).toBe(id);
    for (const [status, { schema, examples }] of Object.entries(responses)) {
      const isValid = ajv.compile(schema as object);
      for (const example of Object.values(examples)) {
        for (const value of [example, ...altered(example)]) {
          const { issues } =
            (await schemas?.responses[status]?.["~standard"].validate(value)) ?? {};
          verdicts[issues ? "refused" : "taken"]++;
          if (isValid(value) !== !issues) {
            expect.fail(`${id} ${status}: ${JSON.stringify({ value, issues })}`);
          }
        }
      }
    }
  }
  expect(verdicts.taken).toBeGreaterThan(50);
  expect(verdicts.refused).toBeGreaterThan(500);
});

const VALUES = [
  ...OTHERS,
  "ab",
  "abc",
  "ä😀",
  0,
  1,
  2.5,
  10,
  ["a", "b"],
  { a: 1 },
  { a: "x", b: 2 },
];

describe("an expression takes and refuses what its schema does", () => {
  test.each<[string, object | boolean]>([
    ["anything", true],
    ["nothing", false],
    ["no type", { minLength: 2, minimum: 1, required: ["a"] }],
    ["several types", { type: ["string", "integer", "null"], maxLength: 2 }],
    ["one value", { const: "ab" }],
    ["one of several values", { enum: ["ab", 1, null] }],
    ["bounds", { type: "number", exclusiveMinimum: 0, maximum: 2.5 }],
    ["lengths in characters", { type: "string", minLength: 2, maxLength: 2 }],
    ["a list", { type: "array", items: { type: "string" }, minItems: 1 }],
    ["an object without others", { properties: { a: true }, additionalProperties: false }],
    ["others of a type", { type: "object", additionalProperties: { type: "integer" } }],
    ["members", { type: "object", minProperties: 1, maxProperties: 1 }],
    ["all of", { allOf: [{ type: "string" }, { minLength: 2 }], maxLength: 2 }],
    ["any of", { anyOf: [{ type: "string" }, { minimum: 2 }] }],
    ["one of", { oneOf: [{ type: "number" }, { type: "integer" }] }],
    ["not", { not: { type: ["string", "null"] } }],
  ])("%s", (_, schema) => {
    const expression = expressionOf(schema, () => "");
    const built = new Function("v", `return ${expression}`)(v) as v.GenericSchema;
    const isValid = ajv.compile(schema);
    for (const value of VALUES) {
      expect({ value, ok: v.safeParse(built, value).success }).toEqual({
        value,
        ok: isValid(value),
      });
    }
  });

  test.each<[string, object]>([
    ["items after a tuple", { type: "array", prefixItems: [{ const: "a" }], items: false }],
    ["members by pattern", { patternProperties: { "^a": true }, additionalProperties: false }],
    ["not a multiple", { not: { multipleOf: 2 } }],
    ["not a tuple", { not: { $ref: "#/$defs/tuple" } }],
    ["one of tuples", { oneOf: [{ $ref: "#/$defs/tuple" }, { prefixItems: [{ const: "a" }] }] }],
    ["one of objects by value", { oneOf: [{ const: { a: 1 } }, { type: "object" }] }],
    ["a name with a colon", { $ref: "#/$defs/a:b" }],
  ])("of %s it takes at least that", (_, schema) => {
    const $defs = { tuple: { prefixItems: [{ type: "integer" }] }, "a:b": { type: "string" } };
    const named = (name: keyof typeof $defs) => expressionOf($defs[name], () => "");
    const expression = expressionOf(schema, named as never, $defs);
    const built = new Function("v", `return ${expression}`)(v) as v.GenericSchema;
    const isValid = ajv.compile({ ...schema, $defs });
    const valid = [...VALUES, ["a"], [7], { a: 1 }].filter((value) => isValid(value));
    expect(valid.length).toBeGreaterThan(0);
    expect(valid.filter((value) => !v.is(built, value))).toEqual([]);
  });

  test("what refers to itself", () => {
    const one = { properties: { next: { $ref: "#/$defs/node" } }, required: ["id"] };
    const node = { oneOf: [one, { type: "object", maxProperties: 0 }] };
    const expression = expressionOf(node, () => "v.lazy(() => node)", { node });
    const built = new Function("v", `const node = ${expression}; return node;`)(v);
    expect(v.is(built, { id: 1, next: { id: 2, next: {} } })).toBe(true);
    expect(v.is(built, { id: 1, next: { next: {} } })).toBe(false);
  });
});
