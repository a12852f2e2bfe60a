import type { JsonSchema } from "@chainkit/client/operations";
import { SHORTENED } from "./shorten.ts";

/** Keywords whose values are data, and may look like schemas. */
const DATA = new Set(["const", "default", "enum", "examples"]);

/** Keywords whose members are schemas by names of their own. */
const NAMED = new Set(["$defs", "dependentSchemas", "patternProperties", "properties"]);

/** A pattern that strings of any length match: one without an end, or one that repeats. */
const isUnbounded = (pattern: string) => !/^\^.*\$$/.test(pattern) || /[*+]|\{\d+,\}/.test(pattern);

/**
 * Makes a schema of shortened results: strings with a pattern or a format that long values match may
 * also end as shortened ones do.
 */
export function allowShortened(schema: JsonSchema): JsonSchema {
  return convert(schema) as JsonSchema;
}

function convert(schema: unknown): unknown {
  if (Array.isArray(schema)) {
    return schema.map(convert);
  }
  if (typeof schema !== "object" || schema === null) {
    return schema;
  }
  const copy = Object.fromEntries(
    Object.entries(schema).map(([name, value]) => [
      name,
      DATA.has(name) ? value : NAMED.has(name) ? eachOf(value) : convert(value),
    ]),
  );
  const { pattern, format, ...rest } = copy;
  const own = { ...(pattern ? { pattern } : {}), ...(format ? { format } : {}) };
  const isLong =
    typeof pattern === "string" ? isUnbounded(pattern) : /^(?:uri|iri)/.test(`${format}`);
  if (!isLong) {
    return copy;
  }
  const either = { anyOf: [own, { pattern: SHORTENED }] };
  return rest.anyOf
    ? { ...rest, allOf: [...[rest.allOf ?? []].flat(), either] }
    : { ...rest, ...either };
}

function eachOf(schemas: unknown): unknown {
  return Object.fromEntries(
    Object.entries(schemas as object).map(([name, each]) => [name, convert(each)]),
  );
}
