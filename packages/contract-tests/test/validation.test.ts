import { readFileSync } from "node:fs";
import { join } from "node:path";
import { isObject, type JsonObject, schemaPlaces } from "@chainkit/openapi";
import { describe, expect, test } from "vitest";
import { locationText } from "../src/judge/finding.ts";
import { boundaries } from "../src/schema/boundary.ts";
import { corruptions } from "../src/schema/corrupt.ts";
import { requestFaults, responseFaults } from "../src/schema/validator.ts";
import { loadSpecs } from "../src/spec/load.ts";
import { type Operation, operationsOf } from "../src/spec/operations.ts";
import { createSpec, type Spec } from "../src/spec/spec.ts";

const specs = await loadSpecs();

/** Every schema of a document: the named ones, and those of parameters, headers and bodies. */
const schemasOf = ({ document }: Spec) =>
  schemaPlaces(document).flatMap(({ schema }) => (isObject(schema) ? [schema] : []));

/** The schemas of an operation, with the values that its examples have of them. */
function examplesOf({ parameters, responses, body }: Operation) {
  const media = [...responses.flatMap((each) => each.media), ...(body ? [body] : [])];
  const headers = responses.flatMap((each) => each.headers);
  return [
    ...[...parameters, ...media].map(({ schema, examples }) => ({
      schema,
      values: [...examples.values()],
    })),
    ...headers.map(({ schema, node }) => ({ schema, values: [node.example] })),
  ];
}

const operations = specs
  .flatMap(operationsOf)
  .map((operation) => [operation.id, operation] as const);

test.each(operations)(
  "%s: schemas accept their examples and reject each corrupted one",
  (_, operation) => {
    const { spec } = operation;
    for (const { schema, values } of examplesOf(operation)) {
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
    }
  },
);

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
});

test("the catalogue of values: schemas, a valid value, those at the edges, and those beyond", async () => {
  const file = join(import.meta.dirname, "catalogue/values.txt");
  const lines = readFileSync(file, "utf8").trim().split("\n");
  const made = lines.map((line) => {
    const [one = "", valid = ""] = line.split(" | ");
    const schema: JsonObject = JSON.parse(one);
    const spec = createSpec("made up", { components: { schemas: { One: schema } } });
    const texts = [boundaries, corruptions].map((of) =>
      [...of(spec, schema, JSON.parse(valid))]
        .map(({ path, keyword: { name }, label, value }) =>
          [...path, name, label, JSON.stringify(value)].join("/"),
        )
        .join(", "),
    );
    return `${[one, valid, ...texts].join(" | ")}\n`;
  });
  await expect(made.join("")).toMatchFileSnapshot(file);
});
