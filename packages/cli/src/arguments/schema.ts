import type { JsonSchema } from "@chainkit/client/operations";
import { jsonTypes, type SchemaOrBoolean } from "@chainkit/openapi";

/** Returns the JSON types that a schema allows; empty if it does not restrict them. */
export function typesOf(
  schema: JsonSchema | SchemaOrBoolean | undefined,
  root: JsonSchema,
): ReadonlySet<string> {
  return jsonTypes(root, schema) ?? new Set();
}

const only = (schema: JsonSchema, root: JsonSchema, type: string): boolean => {
  const types = [...typesOf(schema, root)].filter((each) => each !== "null");
  return types.length === 1 && types[0] === type;
};

/** Whether a schema is a boolean, so that its flag has no value. */
export const isBoolean = (schema: JsonSchema, root: JsonSchema): boolean =>
  only(schema, root, "boolean");

/** Whether a schema is an array, so that its flag is repeatable. */
export const isList = (schema: JsonSchema, root: JsonSchema): boolean =>
  only(schema, root, "array");

/** Returns the placeholder of a flag's value in help. */
export function describeValue(schema: JsonSchema, root: JsonSchema): string {
  const types = [...typesOf(schema, root)].filter((each) => each !== "null");
  const [first, ...others] = types;
  if (first === undefined || others.length > 0) {
    return types.join("|") || "json";
  }
  return { array: "value", object: "json", string: "text" }[first] ?? first;
}

/** Describes the constraints of a schema, for help. */
export function constraintsOf(schema: JsonSchema): string[] {
  const { minimum, maximum, pattern, format, minLength, maxLength, default: preset } = schema;
  const range =
    minimum !== undefined && maximum !== undefined
      ? `${minimum} to ${maximum}`
      : minimum !== undefined
        ? `at least ${minimum}`
        : maximum !== undefined && `at most ${maximum}`;
  return [
    schema.enum && `one of ${(schema.enum as unknown[]).join(", ")}`,
    range,
    pattern && `matches ${pattern}`,
    format,
    minLength !== undefined && `at least ${minLength} characters`,
    maxLength !== undefined && `at most ${maxLength} characters`,
    preset !== undefined && `default ${JSON.stringify(preset)}`,
  ].filter((text): text is string => typeof text === "string");
}
