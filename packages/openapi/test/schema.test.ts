import { describe, expect, it } from "vitest";
import {
  errorsOf,
  isBinary,
  isPlainObject,
  isStream,
  itemSchemas,
  jsonTypes,
  keysOf,
  pointerTo,
  propertyOf,
  responseFor,
  schemaOf,
  successesOf,
} from "../src/index.ts";

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const LOOP = { oneOf: [ref("Loop"), { type: "string" }] };
const schemas = {
  Thing: {
    type: "object",
    description: "A thing.",
    properties: { id: { type: "string" } },
    minProperties: 1,
  },
  Parts: { allOf: [{ properties: { a: { type: "null" } } }, ref("Thing")] },
  Loop: LOOP,
  Lists: { type: "array", items: {}, anyOf: [ref("Lists")] },
};
const document = { openapi: "3.1.0", components: { schemas } };

/** A schema within as many of a composition. */
const nested = (levels: number, within: string, leaf: object): object =>
  levels === 0 ? leaf : { [within]: [nested(levels - 1, within, leaf)] };

describe("the types of a schema", () => {
  it.each<[schema: unknown, types: string[] | undefined]>([
    [{}, undefined],
    [true, undefined],
    [{ type: "string" }, ["string"]],
    [{ type: ["string", "null"] }, ["string", "null"]],
    [{ type: "string", nullable: true }, ["string", "null"]],
    [
      { enum: ["a", 1, null, [], {}, true] },
      ["string", "number", "null", "array", "object", "boolean"],
    ],
    [{ const: null }, ["null"]],
    [{ const: 0 }, ["number"]],
    [{ const: "a", nullable: true }, ["string", "null"]],
    [{ oneOf: [{ type: "string" }, { type: "array" }] }, ["string", "array"]],
    [{ anyOf: [{ const: 1 }], nullable: true }, ["number", "null"]],
    [{ oneOf: [{ type: "string" }, {}] }, undefined],
    [{ allOf: [{}, { type: "object" }, { type: "string" }] }, ["object"]],
    [{ allOf: [{ type: "object" }], nullable: true }, ["object", "null"]],
    [{ allOf: [{}] }, undefined],
    [ref("Thing"), ["object"]],
    [ref("Loop"), undefined],
  ])("%j are %j", (schema, types) => {
    const found = jsonTypes(document, schema);
    expect(found && [...found]).toEqual(types);
  });

  it("are found down to the twentieth level", () => {
    const at = (levels: number, within: string) =>
      jsonTypes(document, nested(levels, within, { type: "string" }));
    for (const within of ["allOf", "oneOf"]) {
      expect(at(20, within)).toEqual(new Set(["string"]));
      expect(at(21, within)).toBeUndefined();
    }
  });
});

describe("the items of a schema", () => {
  const items = { type: "string" };
  it.each<[schema: unknown, found: unknown[]]>([
    [{ type: "array", items }, [items]],
    [{ type: ["null", "array"], items }, [items]],
    [{ type: "array" }, [undefined]],
    [{ type: "object", items }, []],
    [{ items }, []],
    [{ oneOf: [{ type: "array", items }, { type: "string" }] }, [items]],
    [{ anyOf: [{ type: "array", items }], allOf: [{ type: "array", items: {} }] }, [items, {}]],
  ])("%j are %j", (schema, found) => {
    expect(itemSchemas(document, schema)).toEqual(found);
  });

  it("are found twenty-one levels below, also of a schema that refers to itself", () => {
    const at = (levels: number) =>
      itemSchemas(document, nested(levels, "oneOf", { type: "array", items }));
    expect(at(21)).toEqual([items]);
    expect(at(22)).toEqual([]);
    expect(itemSchemas(document, ref("Lists"))).toHaveLength(22);
  });
});

it("a property is found through references and parts", () => {
  expect(propertyOf(document, ref("Thing"), "id")).toEqual({ type: "string" });
  expect(propertyOf(document, ref("Parts"), "id")).toEqual({ type: "string" });
  expect(propertyOf(document, ref("Parts"), "a")).toEqual({ type: "null" });
  expect(propertyOf(document, ref("Parts"), "b")).toBeUndefined();
  expect(propertyOf(document, { properties: {} }, "toString")).toBeUndefined();
});

const a = { properties: { a: {} } };
it.each<[schema: object, isPlain: boolean]>([
  [a, true],
  [{ type: "object", ...a, required: ["a"], additionalProperties: false }, true],
  [{ type: "object", properties: {} }, false],
  [{ type: "object" }, false],
  [{}, false],
  [{ type: ["object", "null"], ...a }, false],
  [{ type: "array", ...a }, false],
  [{ ...a, additionalProperties: true }, false],
  [{ ...a, additionalProperties: {} }, false],
  [{ ...a, required: ["a", "b"] }, false],
  ...[
    ...["allOf", "anyOf", "oneOf", "not", "if", "then", "else", "dependentSchemas"],
    ...["dependentRequired", "patternProperties", "propertyNames", "minProperties"],
    ...["maxProperties", "unevaluatedProperties"],
  ].map((keyword): [object, boolean] => [{ type: "object", ...a, [keyword]: [] }, false]),
])("%j has no members but the declared: %s", (schema, isPlain) => {
  expect(isPlainObject(document, schema)).toBe(isPlain);
});

it.each<[schema: object, is: boolean]>([
  [{}, false],
  [{ type: "string" }, false],
  [{ type: "string", format: "binary" }, true],
  [{ type: ["string", "null"], format: "binary" }, true],
  [{ format: "binary" }, true],
  [{ type: "integer", format: "binary" }, false],
  [{ contentMediaType: "image/png" }, true],
  [{ type: "string", contentMediaType: "image/png", contentEncoding: "base64" }, false],
  [{ contentMediaType: "text/html" }, false],
  [{ contentMediaType: "application/a+json" }, false],
  [{ type: "string", format: "binary", contentMediaType: "text/html" }, true],
])("%j is of bytes: %s", (schema, is) => {
  expect(isBinary(document, schema)).toBe(is);
});

it.each<[siblings: object, isMerged: boolean]>([
  [{}, true],
  [{ description: "It.", "x-a": 1, type: "object" }, false],
  [{ description: "It." }, true],
  [{ title: "It", examples: [1], "x-type": 1 }, true],
  [{ maxLength: 1 }, true],
  [{ maxProperties: 9 }, false],
  [{ additionalProperties: false }, false],
  [{ properties: {} }, false],
  [{ title: "It", not: {} }, false],
  [{ allOf: [{}] }, false],
])("what stands beside a reference, %j, is merged: %s", (siblings, isMerged) => {
  const { allOf = [] } = siblings as { allOf?: object[] };
  expect(schemaOf(document, { ...ref("Thing"), ...siblings })).toEqual(
    isMerged ? { ...schemas.Thing, ...siblings } : { ...siblings, allOf: [ref("Thing"), ...allOf] },
  );
});

it("what is no schema allows anything", () => {
  const found = [true, undefined, null, [], "a", { $ref: 1 }].map((value) =>
    schemaOf(document, value),
  );
  expect(found).toEqual([{}, {}, {}, {}, {}, { $ref: 1 }]);
});

it("successes are 2xx, or else the default", () => {
  const of = (...statuses: string[]) =>
    successesOf(statuses.map((status) => ({ status })) as never).map(({ status }) => status);
  expect(of("200", "2XX", "404", "default")).toEqual(["200", "2XX"]);
  expect(of("404", "default", "302")).toEqual(["default"]);
  expect(of("404")).toEqual([]);
  expect(responseFor([{ status: "4XX" }, { status: "1XX" }], 499)?.status).toBe("4XX");
  expect(responseFor([{ status: "4XX" }], 500)).toBeUndefined();
});

it("a stream of events is told from other data", () => {
  async function* events() {
    yield 1;
  }
  const found = [events(), {}, null, undefined, "text", []].map((data) => isStream(data));
  expect(found).toEqual([true, false, false, false, false, false]);
});

it("a pointer has keys of any text", () => {
  const pointer = pointerTo(pointerTo("#", "a/b~1"), "c d");
  expect(pointer).toBe("#/a~1b~01/c%20d");
  expect(keysOf(pointer)).toEqual(["a/b~1", "c d"]);
  expect(keysOf("#")).toEqual([]);
});

it("an error of a value has the part of the document that states what it breaks", () => {
  const size = { type: "integer", minimum: 1 };
  const document = { openapi: "3.1.0", paths: {}, components: { schemas: { Size: size } } };
  const [error] = errorsOf(document, ref("Size"), 0, "request");
  expect(error?.parentSchema).toBe(size);
});
