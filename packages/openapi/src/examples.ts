import type { OpenApiDocument } from "./document.ts";
import { entriesOf, itemsOf, type JsonObject } from "./json.ts";
import { resolve } from "./resolve.ts";
import { schemaOf } from "./schema.ts";

/**
 * Returns the examples of a parameter, header or media type, by name. Without named examples, the single
 * `example`, or else the example, default or first enum value of the schema, is returned under `""`.
 */
export function readExamples(
  document: OpenApiDocument,
  node: JsonObject,
): ReadonlyMap<string, unknown> {
  const named = entriesOf(node.examples).flatMap(([name, each]) => {
    const value = exampleValue(document, each);
    return value === undefined ? [] : [[name, value] as const];
  });
  if (named.length > 0) {
    return new Map(named);
  }
  const value = node.example ?? schemaExample(document, node.schema);
  return value === undefined ? new Map() : new Map([["", value]]);
}

/** The value of an Example Object; none if it refers to nothing. */
function exampleValue(document: OpenApiDocument, example: unknown): unknown {
  try {
    return resolve(document, example).value;
  } catch {
    return undefined;
  }
}

/** Returns the example, default or first enum value of a schema. */
export function schemaExample(document: OpenApiDocument, schemaOrRef: unknown): unknown {
  const schema = schemaOf(document, schemaOrRef);
  const shown = [schema.example, itemsOf(schema.examples)[0], schema.default, schema.const];
  return [...shown, itemsOf(schema.enum)[0]].find((value) => value !== undefined);
}

/** Returns the first example. */
export function firstOf(examples: ReadonlyMap<string, unknown>): unknown {
  return examples.values().next().value;
}
