import type { Schema } from "@chainkit/openapi";

/** Keywords that affect serialization. */
const SHAPING = new Set(["type", "properties", "required", "items", "additionalProperties"]);

/**
 * Reduces a schema to what serialization needs: declared fields only, required ones enforced, and no
 * format, pattern or limit that could change a value.
 */
export function responseSchema(schema: Schema): Schema {
  const kept = Object.entries(schema).filter(([keyword]) => SHAPING.has(keyword));
  return Object.fromEntries(
    kept.map(([keyword, value]) => {
      if (keyword === "properties") {
        const fields = Object.entries(value as Record<string, Schema>);
        return [
          keyword,
          Object.fromEntries(fields.map(([name, at]) => [name, responseSchema(at)])),
        ];
      }
      return [keyword, keyword === "items" ? responseSchema(value as Schema) : value];
    }),
  );
}
