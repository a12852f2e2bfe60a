import { itemSchemas, jsonTypes } from "@chainkit/openapi";
import type { Spec } from "../spec/spec.ts";

/** The JSON types that a schema allows; those of scalars if it does not say. */
export function typesOf(spec: Spec, schema: unknown): ReadonlySet<string> {
  return (
    jsonTypes(spec.document, schema) ?? new Set(["string", "number", "integer", "boolean", "null"])
  );
}

/**
 * Parses a parameter as a server does: text is converted to a type that the schema allows. Empty text
 * is null if null is allowed.
 */
export function asRead(spec: Spec, schema: unknown, value: unknown): unknown {
  const types = typesOf(spec, schema);
  const [items = {}] = types.has("array") ? itemSchemas(spec.document, schema) : [];
  if (Array.isArray(value)) {
    return types.has("array") ? value.map((item) => asRead(spec, items, item)) : value;
  }
  const text = value === null ? "" : String(value);
  if (text === "" && types.has("null")) {
    return null;
  }
  const isNumeric = types.has("integer") || types.has("number");
  if (isNumeric && /^-?\d+(\.\d+)?$/.test(text)) {
    return Number(text);
  }
  if (types.has("boolean") && /^(true|false)$/.test(text)) {
    return text === "true";
  }
  return types.has("array") ? [asRead(spec, items, text)] : text;
}
