import { errorsOf, isObject, type JsonObject, jsonTypes, typed, type Use } from "@chainkit/openapi";
import { locationText } from "../judge/finding.ts";
import type { Spec } from "../spec/spec.ts";

/** A violation of a schema. */
export interface Fault {
  /** JSON pointer into the value; empty: the value itself. */
  readonly place: string;
  readonly keyword: string;
  readonly message: string;
  /** The schema that has the keyword. */
  readonly schema: JsonObject;
}

/**
 * Says what is wrong with a value by a schema of the document; nothing if the schema allows it.
 *
 * @throws Error naming the place of a schema that cannot be checked: it is never passed over.
 */
function faultsOf(spec: Spec, schema: unknown, value: unknown, use: Use): Fault[] {
  if (!isObject(schema)) {
    return [];
  }
  try {
    return errorsOf(spec.document, schema, value, use).map((error) => {
      const { instancePath, keyword, message = "", params, parentSchema } = error;
      const { allowedValues: allowed } = params;
      return {
        place: instancePath,
        keyword,
        message: allowed === undefined ? message : `${message}: ${JSON.stringify(allowed)}`,
        schema: parentSchema as JsonObject,
      };
    });
  } catch (error) {
    const place = locationText(spec.locate(schema));
    throw new Error(`${place}: the schema cannot be compiled: ${(error as Error).message}`);
  }
}

/** Says what is wrong with a value of a request, which needs no members that only responses have. */
export function requestFaults(spec: Spec, schema: unknown, value: unknown): Fault[] {
  return faultsOf(spec, schema, value, "request");
}

/** Says what is wrong with a value of a response, which needs no members that only requests have. */
export function responseFaults(spec: Spec, schema: unknown, value: unknown): Fault[] {
  return faultsOf(spec, schema, value, "response");
}

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
