import type { JsonSchema } from "@chainkit/client/operations";
import { firstParagraph, SHORTENED } from "./texts.ts";

/** Keywords that a model does not need to call a tool; the resource of its operation has them. */
const OMITTED = new Set(["examples", "title"]);

/** Shortens a schema to what a model needs: the constraints, and the first sentence of each description. */
export function briefSchema(schema: JsonSchema): JsonSchema {
  return mapSchemas(schema, (each) => {
    const kept = Object.entries(each).filter(([name]) => !OMITTED.has(name));
    const brief = kept.map(([name, value]) =>
      name === "description" ? [name, firstSentence(String(value))] : [name, value],
    );
    return Object.fromEntries(brief);
  });
}

/** The first sentence of CommonMark, in one line. */
function firstSentence(text: string): string {
  const paragraph = firstParagraph(text);
  const end = paragraph.search(/[.!?] /);
  return end === -1 ? paragraph : paragraph.slice(0, end + 1);
}

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

/** Keywords whose members are schemas by names of their own. */
const NAMED = new Set(["$defs", "dependentSchemas", "patternProperties", "properties"]);

/** Keywords whose values are data, and may look like schemas. */
const DATA = new Set(["const", "default", "enum", "examples"]);

/** Changes a schema and each schema within it, the inner ones first. */
function mapSchemas(schema: JsonSchema, change: (schema: JsonSchema) => JsonSchema): JsonSchema {
  const convert = (value: unknown): unknown => {
    if (Array.isArray(value)) {
      return value.map(convert);
    }
    return typeof value === "object" && value !== null
      ? change(eachValue(value, (name, each) => keyword(name, each)))
      : value;
  };
  const keyword = (name: string, value: unknown): unknown => {
    if (DATA.has(name)) {
      return value;
    }
    return NAMED.has(name)
      ? eachValue(value as object, (_, each) => convert(each))
      : convert(value);
  };
  return convert(schema) as JsonSchema;
}

function eachValue(members: object, change: (name: string, value: unknown) => unknown) {
  const changed = Object.entries(members).map(([name, value]) => [name, change(name, value)]);
  return Object.fromEntries(changed);
}
