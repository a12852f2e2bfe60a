import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { readOperations } from "@chainkit/openapi";
import type { OperationDescription } from "@chainkit/runtime";
import { listAreas, repositoryRoot } from "@chainkit/spec";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { readArea } from "../src/areas.ts";
import { describe as describeOperation } from "../src/descriptions/describe.ts";

const ajv = new Ajv2020({ strict: false, validateFormats: false });

async function descriptionsOf(area: string): Promise<OperationDescription[]> {
  const { document, operations } = await readArea(area);
  const ids = new Set(operations.operations.map(({ id }) => id));
  const data = document as unknown as Readonly<Record<string, unknown>>;
  return readOperations(data)
    .filter(({ id }) => ids.has(id))
    .map((operation) => describeOperation(data, area, operation));
}

function refusals(schema: object, value: unknown): unknown {
  const isValid = ajv.compile(schema);
  isValid(value);
  return isValid.errors ?? [];
}

const areas = await Promise.all(
  (await listAreas()).map(async ({ name }) => ({ name, operations: await descriptionsOf(name) })),
);

describe.each(areas.flatMap(({ operations }) => operations))("$id", (operation) => {
  test("its examples suit its parameters, and nothing else is taken", () => {
    expect(operation.examples.length).toBeGreaterThan(0);
    for (const example of operation.examples) {
      expect(refusals(operation.params, example)).toEqual([]);
      expect(refusals(operation.params, { ...example, nonsense: 1 })).not.toEqual([]);
    }
    const required = operation.params.required as string[];
    expect(required).not.toEqual([]);
    for (const name of required) {
      const [{ [name]: _, ...incomplete } = {}] = operation.examples;
      expect(refusals(operation.params, incomplete)).not.toEqual([]);
    }
  });

  test("the examples of each response suit its schema", () => {
    const all = Object.values(operation.responses);
    expect(all.flatMap(({ examples }) => Object.keys(examples)).length).toBeGreaterThan(0);
    for (const { schema, examples } of all) {
      for (const example of Object.values(examples)) {
        expect(refusals(schema ?? { not: {} }, example)).toEqual([]);
      }
    }
    expect(operation.result).toMatchObject({ type: "object" });
  });
});

describe.each(areas)("descriptions.ts of $name", ({ name, operations }) => {
  const path = join(repositoryRoot, "packages", name, "src/generated/descriptions.ts");

  test("says of each operation what the contract says", async () => {
    const { operations: written } = await import(path);
    expect(written).toEqual(Object.fromEntries(operations.map((each) => [each.id, each])));
  });

  test("says it once, however many operations share it", async () => {
    const text = await readFile(path, "utf8");
    const titles = [...text.matchAll(/^ *"title": "(?:Problem|Error envelope)",$/gm)];
    expect(titles).toHaveLength(1);
  });
});

const PAGED = {
  openapi: "3.1.0",
  info: { title: "t", version: "1" },
  paths: {
    "/{ns}/nodes/{id}": {
      post: {
        operationId: "putNode",
        parameters: [
          { name: "ns", in: "path", required: true, "x-client-option": "ns", schema: {} },
          { name: "id", in: "path", required: true, schema: { type: "string" }, example: "a" },
        ],
        requestBody: {
          required: true,
          content: { "application/json": { schema: { $ref: "#/components/schemas/Node" } } },
        },
        responses: {
          200: {
            content: { "application/json": { schema: { $ref: "#/components/schemas/Node" } } },
          },
        },
      },
    },
  },
  components: {
    schemas: {
      Node: {
        type: "object",
        properties: {
          // A field may be called as a keyword is.
          example: { type: "string", example: "x", "x-origin": "us" },
          children: { type: "array", items: { $ref: "#/components/schemas/Node" } },
        },
        required: ["example"],
        additionalProperties: false,
      },
    },
  },
};

test("a schema that refers to itself stands alone", () => {
  const [operation] = readOperations(PAGED);
  const { params, result, clientOptions } = describeOperation(PAGED, "a", operation as never);
  expect(clientOptions).toEqual(["ns"]);
  expect(Object.keys(params.properties as object)).toEqual(["id", "example", "children"]);
  expect(params.required).toEqual(["id", "example"]);
  expect(refusals(result ?? {}, { example: "1", children: [{ example: "2" }] })).toEqual([]);
  expect(refusals(result ?? {}, { example: "1", children: [{ exmaple: "2" }] })).not.toEqual([]);
  expect(JSON.stringify(result)).not.toContain("x-origin");
});

test("OpenAPI 3.0's own words become those of JSON Schema", () => {
  const schema = { type: "integer", minimum: 1, exclusiveMinimum: true, nullable: true };
  const document = {
    ...{ openapi: "3.0.3", info: PAGED.info },
    paths: {
      "/": {
        get: {
          operationId: "get",
          responses: { 200: { content: { "application/json": { schema } } } },
        },
      },
    },
  };
  const [operation] = readOperations(document);
  const { result } = describeOperation(document, "a", operation as never);
  expect(result).toEqual({ type: ["integer", "null"], exclusiveMinimum: 1 });
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
  expect(found({})).toEqual(stated);
  const all = { limitParameter: "size", itemKey: ["owner.id", "name"] };
  expect(found({ ...all, countField: "n" })).toEqual({ ...stated, ...all });
});
