import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, describe as group, it } from "vitest";
import { describeAll } from "../src/descriptions/index.ts";

const text = { type: "string" };
const count = { type: "integer" };
const json = (schema: object, others: object = {}) => ({
  content: { "application/json": { schema, ...others } },
});

/** The description of a document's only operation, by default `POST /things`. */
function describe(operation: object, document: object = {}, path = "/things") {
  const post = { operationId: "make", responses: {}, ...operation };
  const all = { openapi: "3.1.0", paths: { [path]: { post } }, ...document };
  const [only] = describeAll("things", all, new Set(["make"]));
  if (!only) {
    throw new Error("no operation");
  }
  return only;
}

/** The schema of its response. */
const resultOf = (schema: object, schemas: object = {}, openapi = "3.1.0") =>
  describe({ responses: { 200: json(schema) } }, { openapi, components: { schemas } }).result;

it("an operation is described as a whole", () => {
  const examples = { one: { value: { name: "a" } }, two: { value: "no object" } };
  const operation = {
    ...{ summary: "Make.", description: "Makes.", deprecated: true, "x-idempotent": true },
    parameters: [
      {
        name: "id",
        in: "path",
        required: true,
        schema: text,
        example: "i",
        description: "Its id.",
      },
      { name: "size", in: "query", schema: { type: "integer", description: "Its size." } },
      { name: "plain", in: "query", schema: text },
      { name: "area", in: "header", required: true, schema: text, "x-client-option": "area" },
    ],
    requestBody: {
      required: true,
      ...json(
        { type: "object", properties: { name: text, kind: text }, required: ["name"] },
        { examples },
      ),
    },
    responses: {
      200: { description: "Made.", ...json(text, { example: "m" }) },
      400: { description: "Wrong.", content: { "text/plain": { schema: text } } },
      403: { description: "Hidden.", content: { "image/*": {} } },
      404: { description: "None." },
      409: { description: "Taken.", content: { "*/*": { schema: count } } },
      410: { description: "Gone.", content: { "*/*": {} } },
    },
  };
  const document = {
    security: [{ key: [] }],
    components: { securitySchemes: { key: { type: "oauth2" } } },
    "x-envelope": { codeField: "c", messageField: "m" },
  };
  expect(describe(operation, document, "/{id}")).toEqual({
    ...{ id: "make", area: "things", method: "POST", path: "/{id}" },
    ...{ summary: "Make.", description: "Makes.", deprecated: true },
    params: {
      type: "object",
      properties: {
        id: { type: "string", description: "Its id.", examples: ["i"] },
        size: { type: "integer", description: "Its size." },
        ...{ plain: text, name: text, kind: text },
      },
      required: ["id", "name"],
      additionalProperties: false,
    },
    places: { id: "path", size: "query", plain: "query", name: "field", kind: "field" },
    clientOptions: ["area"],
    examples: [{ id: "i", name: "a" }],
    result: text,
    responses: {
      200: {
        description: "Made.",
        mediaType: "application/json",
        schema: text,
        examples: { "": "m" },
      },
      400: { description: "Wrong.", mediaType: "text/plain", examples: {} },
      403: { description: "Hidden.", mediaType: "image/png", examples: {} },
      404: { description: "None.", examples: {} },
      409: { description: "Taken.", mediaType: "application/json", schema: count, examples: {} },
      410: { description: "Gone.", mediaType: "text/plain", examples: {} },
    },
    ...{ auth: "required", safe: true, idempotent: true },
    envelope: { codeField: "c", messageField: "m" },
  });
});

it("an operation without all of that has less", () => {
  const found = describe({});
  expect(found).toMatchObject({ places: {}, examples: [{}], responses: {} });
  expect(found.params).toMatchObject({ properties: {}, required: [] });
  for (const name of ["result", "pagination", "envelope"]) {
    expect(Object.keys(found)).not.toContain(name);
  }
});

group("a whole body", () => {
  const array = { type: "array", items: text };
  const body = (required: boolean, others: object = {}) => ({
    requestBody: { required, ...json(array, others) },
  });

  it("is a parameter", () => {
    expect(describe(body(true))).toMatchObject({
      params: { properties: { body: array }, required: ["body"] },
      places: { body: "body" },
    });
    expect(describe(body(false)).params.required).toEqual([]);
    const empty = { requestBody: { content: { "application/json": {} } } };
    expect(describe(empty).params.properties).toEqual({ body: {} });
  });

  it("has its examples, if the operation needs nothing that has none", () => {
    const examples = { one: { value: ["a"] }, two: { value: [] } };
    expect(describe(body(true, { examples })).examples).toEqual([{ body: ["a"] }, { body: [] }]);
    expect(describe(body(false, { examples })).examples).toEqual([{}]);
    expect(describe(body(true)).examples).toEqual([]);
    const parameter = { name: "id", in: "path", required: true, schema: text };
    const other = { name: "kind", in: "query", required: true, schema: text, example: "k" };
    const needed = { parameters: [other, parameter], ...body(true, { examples }) };
    expect(describe(needed, {}, "/{id}").examples).toEqual([]);
    const optional = { ...parameter, in: "query", required: false };
    expect(describe({ parameters: [optional, other] }).examples).toEqual([{ kind: "k" }]);
  });
});

group("a schema", () => {
  const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

  it("has what it refers to by the names of components, or by their places", () => {
    const schemas = {
      Thing: { type: "object", properties: { id: text, part: ref("Part") } },
      ...{ Part: text, "a/b": text, Unused: text },
    };
    const parameters = { $ref: "#/components/parameters/Size/schema" };
    const components = { schemas, parameters: { Size: { schema: text } } };
    const properties = {
      ...{ a: ref("Part"), b: ref("Thing/properties/id"), c: ref("a~1b"), d: parameters },
      e: { $ref: "#/x-schemas/a/B" },
    };
    const { result } = describe(
      { responses: { 200: json({ properties }) } },
      { components, "x-schemas": { a: { B: text } } },
    );
    expect(result).toEqual({
      properties: {
        a: { $ref: "#/$defs/Part" },
        b: { $ref: "#/$defs/components:schemas:Thing:properties:id" },
        c: { $ref: "#/$defs/a:2fb" },
        d: { $ref: "#/$defs/components:parameters:Size:schema" },
        e: { $ref: "#/$defs/x-schemas:a:B" },
      },
      $defs: {
        ...{ Part: text, "components:schemas:Thing:properties:id": text, "a:2fb": text },
        ...{ "components:parameters:Size:schema": text, "x-schemas:a:B": text },
      },
    });
    expect(resultOf(ref("Thing"), schemas)).toEqual({
      ...schemas.Thing,
      properties: { id: text, part: { $ref: "#/$defs/Part" } },
      $defs: { Part: text },
    });
    expect(resultOf({ ...ref("Part"), minLength: 1 }, schemas)).toEqual({ ...text, minLength: 1 });
  });

  it("has nothing of OpenAPI alone", () => {
    const schema = { discriminator: {}, xml: {}, externalDocs: {}, $id: "a", "x-a": 1, title: "T" };
    expect(resultOf(schema)).toEqual({ title: "T" });
    const above = { type: "integer", minimum: 0, exclusiveMinimum: 1 };
    expect(resultOf(above)).toEqual(above);
    expect(resultOf({ example: 1 })).toEqual({ examples: [1] });
    expect(resultOf({ example: 1, examples: [2] })).toEqual({ examples: [2] });
    expect(resultOf({ ...text, nullable: true }, {}, "3.0.3")).toEqual({
      type: ["string", "null"],
    });
    const described = { properties: { a: { ...ref("A"), description: "An a.", minLength: 1 } } };
    expect(resultOf(described, { A: text }, "3.0.3")).toMatchObject({
      properties: { a: { $ref: "#/$defs/A", description: "An a." } },
    });
  });

  const lost = { pattern: "(?i)a" };
  it.each<[schema: object, found: object]>([
    [{ ...text, ...lost }, text],
    [{ patternProperties: { [lost.pattern]: {}, "\\_": {} } }, { patternProperties: { _: {} } }],
    [{ not: lost }, {}],
    [{ not: { pattern: "^a" } }, { not: { pattern: "^a" } }],
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    [{ if: lost, then: text, else: text }, {}],
    [
      { if: text, else: { minLength: 1 } },
      { if: text, else: { minLength: 1 } },
    ],
    [{ oneOf: [lost, text] }, { allOf: [{ anyOf: [{}, text] }] }],
    [{ oneOf: [text, { const: 1 }] }, { oneOf: [text, { const: 1 }] }],
    [{ oneOf: [lost, text], allOf: [text] }, { allOf: [text, { anyOf: [{}, text] }] }],
  ])("%j, which may have a pattern that validators lack, is %j", (schema, found) => {
    expect(resultOf(schema)).toEqual(found);
  });

  it("keeps a condition on what it refers to, unless that has such a pattern", () => {
    const schemas = {
      Clean: { not: ref("Loop") },
      Loop: { type: "object", properties: { next: ref("Loop") } },
      Lost: { items: { ...text, ...lost } },
    };
    expect(resultOf({ not: ref("Clean") }, schemas)).toHaveProperty("not");
    expect(resultOf({ not: { items: ref("Loop") } }, schemas)).toHaveProperty("not");
    expect(resultOf({ not: ref("Lost") }, schemas)).not.toHaveProperty("not");
  });
});

const ajv = new Ajv2020({ strict: false, validateFormats: false });
const allows = (schema: object | undefined, value: unknown) => ajv.validate(schema ?? {}, value);

/** The description of an operation whose body and response have a schema. */
function describeBoth(schema: object, schemas: object, others: object = {}) {
  const body = { required: true, ...json(schema) };
  const operation = { requestBody: body, responses: { 200: body }, ...others };
  return describe(operation, { components: { schemas } }, "/{id}");
}

it("a schema that refers to itself stands alone", () => {
  const Node = {
    type: "object",
    properties: {
      // A field may be called as a keyword is.
      example: { ...text, example: "x", "x-origin": "us" },
      children: { type: "array", items: { $ref: "#/components/schemas/Node" } },
    },
    required: ["example"],
    additionalProperties: false,
  };
  const { params, result } = describeBoth({ $ref: "#/components/schemas/Node" }, { Node });
  expect(Object.keys(params.properties as object)).toEqual(["id", "example", "children"]);
  expect(params.required).toEqual(["id", "example"]);
  expect(allows(result, { example: "1", children: [{ example: "2" }] })).toBe(true);
  expect(allows(result, { example: "1", children: [{ exmaple: "2" }] })).toBe(false);
  expect(JSON.stringify(result)).not.toContain("x-origin");
});

it.each<[string, object, unknown[], unknown[]]>([
  ["a reference", { allOf: [{ $ref: "#/components/schemas/Id" }] }, ["a", null], [1]],
  ["a choice", { oneOf: [text], description: "Either." }, ["a", null], [1]],
  ["values without a type", { enum: ["a"] }, ["a", null], ["b"]],
])("what OpenAPI 3.0 calls nullable may be null: %s", (_, schema, taken, refused) => {
  const result = resultOf({ ...schema, nullable: true }, { Id: text }, "3.0.3");
  expect(taken.filter((value) => !allows(result, value))).toEqual([]);
  expect(refused.filter((value) => allows(result, value))).toEqual([]);
});

it("members of one direction are not required in the other", () => {
  const User = {
    type: "object",
    properties: {
      id: { ...count, readOnly: true },
      name: text,
      password: { $ref: "#/components/schemas/Secret" },
    },
  };
  const needed = { required: ["id", "name", "password"] };
  const items = { allOf: [{ $ref: "#/components/schemas/User" }, needed] };
  const schemas = { User, Secret: { ...text, writeOnly: true } };
  const id = { name: "id", in: "path", required: true, schema: User.properties.id };
  const { params, result } = describeBoth({ type: "array", items }, schemas, { parameters: [id] });
  const sent = { name: "a", password: "p" };
  const received = { id: 1, name: "a" };
  expect(allows(params, { id: 1, body: [sent] })).toBe(true);
  expect(allows(params, { id: 1, body: [received] })).toBe(false);
  expect(allows(params, { body: [sent] })).toBe(false);
  expect(allows(result, [received])).toBe(true);
  expect(allows(result, [sent])).toBe(false);
});

it("a listing says which parameter sizes its pages and which fields identify an item", () => {
  const parameters = ["from", "size"].map((name) => ({ name, in: "query", schema: {} }));
  const stated = { cursorParameter: "from", cursorField: "next", itemsField: "nodes" };
  const found = (more: object) =>
    describe({ parameters, "x-pagination": { ...stated, ...more } }).pagination;
  expect(found({})).toStrictEqual(stated);
  const all = { limitParameter: "size", itemKey: ["owner.id", "name"] };
  expect(found({ ...all, countField: "n" })).toEqual({ ...stated, ...all });
});
