import { isObject, type JsonObject, schemaPlaces } from "@chainkit/openapi";
import { describe, expect, test } from "vitest";
import { locationText } from "../src/judge/finding.ts";
import { boundaries } from "../src/schema/boundary.ts";
import { corruptions } from "../src/schema/corrupt.ts";
import { requestFaults, responseFaults } from "../src/schema/validator.ts";
import { keywordsOf } from "../src/schema/walk.ts";
import { loadSpecs } from "../src/spec/load.ts";
import { operationsOf } from "../src/spec/operations.ts";
import { createSpec, type Spec } from "../src/spec/spec.ts";

const specs = await loadSpecs();

/** Every schema of a document: the named ones, and those of parameters, headers and bodies. */
const schemasOf = ({ document }: Spec) =>
  schemaPlaces(document).flatMap(({ schema }) => (isObject(schema) ? [schema] : []));

/** Values that examples of the contract give to each of its schemas, by the schema as resolved. */
function examplesIn(spec: Spec): Map<JsonObject, unknown[]> {
  const found = new Map<JsonObject, unknown[]>();
  const visit = (schema: unknown, value: unknown) => {
    if (!isObject(schema) || value === undefined) {
      return;
    }
    for (const each of [schema, spec.resolve(schema)]) {
      found.set(each, [...(found.get(each) ?? []), value]);
    }
    const keywords = keywordsOf(spec, schema);
    if (Array.isArray(value)) {
      for (const item of value) {
        visit(keywords.get("items")?.value, item);
      }
    }
    if (!isObject(value)) {
      return;
    }
    const properties = keywords.get("properties")?.value;
    for (const [name, child] of Object.entries(properties ?? {})) {
      visit(child, value[name]);
    }
  };
  for (const { parameters, responses, body } of operationsOf(spec)) {
    for (const { schema, examples } of parameters) {
      for (const value of examples.values()) {
        visit(schema, value);
      }
    }
    const media = [...responses.flatMap((each) => each.media), ...(body ? [body] : [])];
    for (const { schema, examples } of media) {
      for (const value of examples.values()) {
        visit(schema, value);
      }
    }
    for (const { headers } of responses) {
      for (const { schema, node } of headers) {
        visit(schema, node.example);
      }
    }
  }
  return found;
}

describe.each(specs)("every schema of $name", (spec) => {
  const examples = examplesIn(spec);
  const schemas = schemasOf(spec).map(
    (schema) => [locationText(spec.locate(schema)), schema] as const,
  );

  test.each(schemas)("%s accepts its examples and rejects each corrupted one", (_, schema) => {
    const values = examples.get(schema) ?? examples.get(spec.resolve(schema)) ?? [];
    expect(values).not.toEqual([]);
    for (const value of values) {
      expect(responseFaults(spec, schema, value)).toEqual([]);
    }
    const wrong = values.flatMap((value) => [...corruptions(spec, schema, value)]);
    expect(wrong).not.toEqual([]);
    for (const { value, path, keyword } of wrong) {
      const faults = responseFaults(spec, schema, value);
      expect(faults, `${path.join(".")}: ${keyword.name}`).not.toEqual([]);
      expect(locationText(spec.locate(keyword.owner, keyword.name))).toMatch(
        /^spec\/.+\.yaml:\d+$/,
      );
    }
  });
});

describe("a schema", () => {
  const document = (schema: JsonObject) =>
    createSpec("made up", {
      openapi: "3.1.0",
      paths: {},
      components: { schemas: { One: schema } },
    });

  test("with a reference to nothing is an error and no skip", () => {
    const spec = document({ $ref: "#/components/schemas/Two" });
    const [one] = schemasOf(spec);
    expect(() => responseFaults(spec, one, "x")).toThrow(
      /made up#\/components\/schemas\/One.*cannot be compiled/,
    );
  });

  test("requires of a request what it may have, and of a response what that may have", () => {
    const spec = document({
      type: "object",
      required: ["id", "secret"],
      properties: { id: { readOnly: true }, secret: { writeOnly: true } },
    });
    const [one] = schemasOf(spec);
    const missing = (faults: readonly { message: string }[]) => faults.map((each) => each.message);
    expect(missing(requestFaults(spec, one, {}))).toEqual(["must have required property 'secret'"]);
    expect(missing(responseFaults(spec, one, {}))).toEqual(["must have required property 'id'"]);
  });

  test("validates as 2020-12: tuples, dependent and unevaluated properties", () => {
    const spec = document({
      type: "object",
      properties: {
        pair: {
          type: "array",
          prefixItems: [{ type: "string" }, { type: "integer" }],
          items: false,
          minItems: 2,
        },
      },
      dependentRequired: { a: ["pair"] },
      unevaluatedProperties: false,
    });
    const [one] = schemasOf(spec);
    const faults = (value: unknown) => responseFaults(spec, one, value).map((each) => each.keyword);
    expect(faults({ pair: ["x", 1] })).toEqual([]);
    expect(faults({ pair: ["x", 1, 2] })).toEqual(["items"]);
    expect(faults({ pair: [1, 1] })).toEqual(["type"]);
    expect(faults({ b: 1 })).toEqual(["unevaluatedProperties"]);
  });
});

test.each([
  [{ minItems: 2 }, [1, 2, 3], [[1]]],
  [{ maxItems: 3 }, [1, 2, 3], [[1, 2, 3, 1]]],
  [{ minLength: 3 }, "abcd", ["ab"]],
  [{ maxLength: 4 }, "abcd", ["abcda"]],
  [{ exclusiveMinimum: 0 }, 1, [0]],
  [{ multipleOf: 2 }, 4, [5]],
  [{ prefixItems: [{ maxLength: 4 }] }, ["abcd"], [["abcda"]]],
  [{ allOf: [{ maxLength: 4 }, { minLength: 1 }] }, "abcd", ["abcda"]],
  [{ anyOf: [{ maxLength: 4, type: "string" }, { type: "null" }] }, "abcd", ["abcda"]],
])("a value breaks %j by as little as possible: %j", (schema, value, wrong) => {
  const spec = createSpec("made up", { components: { schemas: { One: schema } } });
  const [first] = corruptions(spec, schema, value);
  expect([first?.value]).toEqual(wrong);
});

test("each keyword has a valid and an invalid value", () => {
  const schema = {
    type: "object",
    required: ["text", "count"],
    additionalProperties: false,
    minProperties: 2,
    properties: {
      text: { type: "string", minLength: 2, maxLength: 5 },
      code: { type: "string", pattern: "^[a-f]{3}$" },
      kind: { enum: ["one", "two"] },
      fixed: { const: 1 },
      at: { type: "string", format: "date-time" },
      count: { type: "integer", minimum: 2, maximum: 8, multipleOf: 2 },
      share: { type: "number", exclusiveMinimum: 0, exclusiveMaximum: 10 },
      list: {
        type: "array",
        items: { type: "string" },
        minItems: 1,
        maxItems: 3,
        uniqueItems: true,
      },
      either: { anyOf: [{ type: "string" }, { type: "integer" }] },
    },
  };
  const value = {
    text: "abc",
    code: "abc",
    kind: "one",
    fixed: 1,
    at: "2023-07-13T17:38:11Z",
    count: 4,
    share: 5,
    list: ["a"],
    either: "x",
  };
  const spec = createSpec("made up", {
    openapi: "3.1.0",
    components: { schemas: { One: schema } },
  });
  expect(responseFaults(spec, schema, value)).toEqual([]);
  const refused = [...corruptions(spec, schema, value)].filter(
    (each) => responseFaults(spec, schema, each.value).length > 0,
  );
  const taken = [...boundaries(spec, schema, value)].filter(
    (each) => responseFaults(spec, schema, each.value).length === 0,
  );
  const names = (all: readonly { keyword: { name: string } }[]) =>
    new Set(all.map(({ keyword }) => keyword.name));
  const bounds = [
    "minLength",
    "maxLength",
    "pattern",
    "enum",
    "const",
    "format",
    "minimum",
    "maximum",
    "multipleOf",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "minItems",
    "maxItems",
  ];
  expect([...names(taken)]).toEqual(expect.arrayContaining(bounds));
  const others = [
    "type",
    "required",
    "additionalProperties",
    "uniqueItems",
    "anyOf",
    "minProperties",
  ];
  expect([...names(refused)]).toEqual(expect.arrayContaining([...bounds, ...others]));
});
