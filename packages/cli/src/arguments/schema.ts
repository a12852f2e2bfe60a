import type { JsonSchema } from "@chainkit/client/operations";

/** Resolves a `$ref`; siblings override keywords of its target. */
export function deref(schema: JsonSchema, root: JsonSchema): JsonSchema {
  const { $ref, ...beside } = schema;
  if (typeof $ref !== "string") {
    return schema;
  }
  const path = $ref.replace(/^#\/?/, "").split("/").filter(Boolean);
  const target = path.reduce<unknown>(
    (node, part) =>
      Object(node)[decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~")],
    root,
  );
  return { ...deref((target ?? {}) as JsonSchema, root), ...beside };
}

/** Returns the JSON types that a schema allows; empty if it does not restrict them. */
export function typesOf(schema: JsonSchema, root: JsonSchema): ReadonlySet<string> {
  const { type, enum: values, anyOf, oneOf, allOf } = deref(schema, root);
  if (type !== undefined) {
    return new Set([type].flat() as string[]);
  }
  if (Array.isArray(values)) {
    return new Set(values.map((value) => (value === null ? "null" : typeof value)));
  }
  const parts = (anyOf ?? oneOf ?? allOf ?? []) as JsonSchema[];
  return new Set(parts.flatMap((part) => [...typesOf(part, root)]));
}

const only = (schema: JsonSchema, root: JsonSchema, type: string): boolean => {
  const types = [...typesOf(schema, root)].filter((each) => each !== "null");
  return types.length === 1 && types[0] === type;
};

/** Whether a schema is a boolean, so that its flag has no value. */
export const isBoolean = (schema: JsonSchema): boolean => only(schema, schema, "boolean");

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
    format && `${format}`,
    minLength !== undefined && `at least ${minLength} characters`,
    maxLength !== undefined && `at most ${maxLength} characters`,
    preset !== undefined && `default ${JSON.stringify(preset)}`,
  ].filter((text): text is string => typeof text === "string");
}
