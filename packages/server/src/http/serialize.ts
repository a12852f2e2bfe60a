import type { Schema } from "./spec.ts";

/** Of a schema, what shapes the JSON text. The rest is for readers and validators. */
const SHAPING = new Set(["type", "properties", "required", "items", "additionalProperties"]);

/**
 * The schema that answers are written by: declared fields only, a missing required one is an error,
 * and no format, pattern or limit changes a value on its way out.
 */
export function answerSchema(schema: Schema): Schema {
  const kept = Object.entries(schema).filter(([keyword]) => SHAPING.has(keyword));
  return Object.fromEntries(
    kept.map(([keyword, value]) => {
      if (keyword === "properties") {
        const fields = Object.entries(value as Record<string, Schema>);
        return [keyword, Object.fromEntries(fields.map(([name, at]) => [name, answerSchema(at)]))];
      }
      return [keyword, keyword === "items" ? answerSchema(value as Schema) : value];
    }),
  );
}
