import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { readOperations } from "@chainkit/openapi";
import { describe as describeOperation } from "@chainkit/openapi/descriptions";
import type { OperationDescription } from "@chainkit/runtime";
import { listAreas, repositoryRoot } from "@chainkit/spec";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { readArea } from "../src/areas.ts";

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
