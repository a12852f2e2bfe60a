import { asObject, isObject, itemSchemas, jsonTypes } from "@chainkit/openapi";
import { type Fault, requestFaults } from "../schema/validator.ts";
import { keywordsOf } from "../schema/walk.ts";
import type { Spec } from "../spec/spec.ts";

/** The JSON types that a schema allows; those of scalars if it does not say. */
export function typesOf(spec: Spec, schema: unknown): ReadonlySet<string> {
  return (
    jsonTypes(spec.document, schema) ?? new Set(["string", "number", "integer", "boolean", "null"])
  );
}

/** Says what is wrong with a parameter: nothing if one of its readings obeys the schema. */
export function faultsOfText(spec: Spec, schema: unknown, value: unknown): Fault[] {
  return requestFaults(spec, schema, asRead(spec, schema, value));
}

/**
 * Parses a parameter as a server does: text is converted to a type that the schema allows. If several readings
 * are possible, as of text or integer, it is the first one that obeys the schema. Empty text is null if null is
 * allowed.
 */
export function asRead(spec: Spec, schema: unknown, value: unknown): unknown {
  const types = typesOf(spec, schema);
  const [items = {}] = types.has("array") ? itemSchemas(spec.document, schema) : [];
  if (Array.isArray(value)) {
    return types.has("array") ? value.map((item) => asRead(spec, items, item)) : value;
  }
  if (isObject(value) && types.has("object")) {
    const properties = asObject(keywordsOf(spec, schema).get("properties")?.value);
    const members = Object.entries(value).map(([name, member]) => [
      name,
      Object.hasOwn(properties, name) ? asRead(spec, properties[name], member) : member,
    ]);
    return Object.fromEntries(members);
  }
  const text = value === null ? "" : String(value);
  const readings: unknown[] = [];
  if (text === "" && types.has("null")) {
    readings.push(null);
  }
  if ((types.has("integer") || types.has("number")) && /^-?\d+(\.\d+)?$/.test(text)) {
    readings.push(Number(text));
  }
  if (types.has("boolean") && /^(true|false)$/.test(text)) {
    readings.push(text === "true");
  }
  if (types.has("array")) {
    readings.push([asRead(spec, items, text)]);
  }
  if (types.has("string") || readings.length === 0) {
    readings.push(text);
  }
  const isValid = (reading: unknown) => requestFaults(spec, schema, reading).length === 0;
  return readings.length === 1 ? readings[0] : (readings.find(isValid) ?? readings[0]);
}
