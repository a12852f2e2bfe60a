import { isObject, jsonTypes, typed } from "@chainkit/openapi";
import { type Fault, requestFaults } from "../schema/validator.ts";
import type { Spec } from "../spec/spec.ts";

/** The JSON types that a schema allows; those of scalars if it does not say. */
export function typesOf(spec: Spec, schema: unknown): ReadonlySet<string> {
  return (
    jsonTypes(spec.document, schema) ?? new Set(["string", "number", "integer", "boolean", "null"])
  );
}

/** Says what is wrong with a parameter, read as a server reads its text: nothing if it obeys the schema. */
export function faultsOfText(spec: Spec, schema: unknown, value: unknown): Fault[] {
  const isText = isObject(value) && !typesOf(spec, schema).has("object");
  const sent = isText ? String(value) : (value ?? "");
  return requestFaults(spec, schema, typed(spec.document, schema, sent));
}
