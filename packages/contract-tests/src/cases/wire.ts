import { itemsOf } from "@chainkit/openapi";
import { keywordsOf } from "../schema/walk.ts";
import type { Spec } from "../spec/spec.ts";

/** The JSON types that a schema allows; all of them if it does not say. */
export function typesOf(spec: Spec, schema: unknown): readonly unknown[] {
  const type = keywordsOf(spec, schema).get("type")?.value;
  if (type === undefined) {
    return ["string", "number", "integer", "boolean", "null"];
  }
  return Array.isArray(type) ? itemsOf(type) : [type];
}

/**
 * Parses a parameter as a server does: text is converted to a type that the schema allows. Empty text
 * is null if null is allowed.
 */
export function asRead(spec: Spec, schema: unknown, value: unknown): unknown {
  const types = typesOf(spec, schema);
  if (Array.isArray(value)) {
    const items = keywordsOf(spec, schema).get("items")?.value ?? {};
    return types.includes("array") ? value.map((item) => asRead(spec, items, item)) : value;
  }
  const text = value === null ? "" : String(value);
  if (text === "" && types.includes("null")) {
    return null;
  }
  const isNumeric = types.includes("integer") || types.includes("number");
  if (isNumeric && /^-?\d+(\.\d+)?$/.test(text)) {
    return Number(text);
  }
  if (types.includes("boolean") && /^(true|false)$/.test(text)) {
    return text === "true";
  }
  return types.includes("array")
    ? [asRead(spec, keywordsOf(spec, schema).get("items")?.value ?? {}, text)]
    : text;
}
