import type { JsonSchema } from "@chainkit/client/operations";
import { mapSchemas } from "./map-schemas.ts";
import { SHORTENED } from "./shorten.ts";

/** A pattern that strings of any length match: one without an end, or one that repeats. */
const isUnbounded = (pattern: string) => !/^\^.*\$$/.test(pattern) || /[*+]|\{\d+,\}/.test(pattern);

/**
 * Makes a schema of shortened results: strings with a pattern or a format that long values match may
 * also end as shortened ones do.
 */
export function allowShortened(schema: JsonSchema): JsonSchema {
  return mapSchemas(schema, (each) => {
    const { pattern, format, ...rest } = each;
    const own = { ...(pattern ? { pattern } : {}), ...(format ? { format } : {}) };
    const isLong =
      typeof pattern === "string" ? isUnbounded(pattern) : /^(?:uri|iri)/.test(`${format}`);
    if (!isLong) {
      return each;
    }
    const either = { anyOf: [own, { pattern: SHORTENED }] };
    return rest.anyOf
      ? { ...rest, allOf: [...[rest.allOf ?? []].flat(), either] }
      : { ...rest, ...either };
  });
}
