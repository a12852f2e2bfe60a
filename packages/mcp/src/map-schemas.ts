import type { JsonSchema } from "@chainkit/client/operations";

/** Keywords whose members are schemas by names of their own. */
const NAMED = new Set(["$defs", "dependentSchemas", "patternProperties", "properties"]);

/** Keywords whose values are data, and may look like schemas. */
const DATA = new Set(["const", "default", "enum", "examples"]);

/** Changes a schema and each schema within it, the inner ones first. */
export function mapSchemas(
  schema: JsonSchema,
  change: (schema: JsonSchema) => JsonSchema,
): JsonSchema {
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
