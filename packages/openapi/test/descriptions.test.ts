import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { describe as describeOperation } from "../src/descriptions/index.ts";
import { readOperations } from "../src/index.ts";

const ajv = new Ajv2020({ strict: false, validateFormats: false });

function refusals(schema: object, value: unknown): unknown {
  const isValid = ajv.compile(schema);
  isValid(value);
  return isValid.errors ?? [];
}

/** The description of a document's only operation, whose body and response have a schema. */
function described(openapi: string, schema: object, schemas: object = {}, others: object = {}) {
  const body = { required: true, content: { "application/json": { schema } } };
  const post = { operationId: "put", requestBody: body, responses: { 200: body }, ...others };
  const document = { openapi, info: {}, paths: { "/{id}": { post } }, components: { schemas } };
  const [operation] = readOperations(document);
  const { params, result = {} } = describeOperation(document, "a", operation as never);
  return { params, result };
}

test("a schema that refers to itself stands alone", () => {
  const Node = {
    type: "object",
    properties: {
      // A field may be called as a keyword is.
      example: { type: "string", example: "x", "x-origin": "us" },
      children: { type: "array", items: { $ref: "#/components/schemas/Node" } },
    },
    required: ["example"],
    additionalProperties: false,
  };
  const schema = { $ref: "#/components/schemas/Node" };
  const { params, result } = described("3.1.0", schema, { Node });
  expect(Object.keys(params.properties as object)).toEqual(["id", "example", "children"]);
  expect(params.required).toEqual(["id", "example"]);
  expect(refusals(result, { example: "1", children: [{ example: "2" }] })).toEqual([]);
  expect(refusals(result, { example: "1", children: [{ exmaple: "2" }] })).not.toEqual([]);
  expect(JSON.stringify(result)).not.toContain("x-origin");
});

test.each<[string, object, unknown[], unknown[]]>([
  ["a reference", { allOf: [{ $ref: "#/components/schemas/Id" }] }, ["a", null], [1]],
  ["a choice", { oneOf: [{ type: "string" }], description: "Either." }, ["a", null], [1]],
  ["values without a type", { enum: ["a"] }, ["a", null], ["b"]],
])("what OpenAPI 3.0 calls nullable may be null: %s", (_, schema, taken, refused) => {
  const nullable = { ...schema, nullable: true };
  const { result } = described("3.0.3", nullable, { Id: { type: "string" } });
  expect(taken.flatMap((value) => refusals(result, value))).toEqual([]);
  expect(refused.filter((value) => ajv.validate(result, value))).toEqual([]);
});

test("members of one direction are not required in the other", () => {
  const User = {
    type: "object",
    required: ["id", "name", "password"],
    properties: {
      id: { type: "integer", readOnly: true },
      name: { type: "string" },
      password: { $ref: "#/components/schemas/Secret" },
    },
  };
  const schema = { type: "array", items: { $ref: "#/components/schemas/User" } };
  const schemas = { User, Secret: { type: "string", writeOnly: true } };
  const id = { name: "id", in: "path", required: true, schema: User.properties.id };
  const { params, result } = described("3.1.0", schema, schemas, { parameters: [id] });
  const sent = { name: "a", password: "p" };
  const received = { id: 1, name: "a" };
  expect(refusals(params, { id: 1, body: [sent] })).toEqual([]);
  expect(refusals(params, { id: 1, body: [received] })).not.toEqual([]);
  expect(refusals(params, { body: [sent] })).not.toEqual([]);
  expect(refusals(result, [received])).toEqual([]);
  expect(refusals(result, [sent])).not.toEqual([]);
});

test("a listing says which parameter sizes its pages and which fields identify an item", () => {
  const parameters = ["from", "size"].map((name) => ({ name, in: "query", schema: {} }));
  const stated = { cursorParameter: "from", cursorField: "next", itemsField: "nodes" };
  const found = (more: object) => {
    const pagination = { ...stated, ...more };
    const list = { operationId: "list", parameters, responses: {}, "x-pagination": pagination };
    const document = { openapi: "3.1.0", info: {}, paths: { "/nodes": { get: list } } };
    const [operation] = readOperations(document);
    return operation && describeOperation(document, "test", operation).pagination;
  };
  expect(found({})).toStrictEqual(stated);
  const all = { limitParameter: "size", itemKey: ["owner.id", "name"] };
  expect(found({ ...all, countField: "n" })).toEqual({ ...stated, ...all });
});
