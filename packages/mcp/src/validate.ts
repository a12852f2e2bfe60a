import type { JsonSchema } from "@chainkit/client/operations";
import { type ErrorObject, errorsOf, type Use } from "@chainkit/openapi";

/** Says what is wrong with a value, a sentence each; nothing if it is as the schema says. */
export type Validate = (value: unknown) => readonly string[];

/**
 * Makes a function that checks values against a schema. The schema is compiled at its first call.
 *
 * @param root What the value is called in a sentence of its own.
 */
export function validator(schema: JsonSchema, root: string, use: Use = "request"): Validate {
  // What alternatives say of each of theirs only repeats that none of them fits.
  return (value) => [
    ...new Set(errorsOf(schema, schema, value, use).map((error) => sentence(error, root))),
  ];
}

function sentence(error: ErrorObject, root: string): string {
  const { keyword, params, message, data, parentSchema } = error;
  const name = error.instancePath.slice(1).replaceAll("/", ".") || root;
  switch (keyword) {
    case "required":
      return `${name === root ? "" : `${name}.`}${params.missingProperty} is required`;
    case "additionalProperties": {
      const known = Object.keys(parentSchema?.properties ?? {}).join(", ");
      return `${params.additionalProperty} is not a parameter; expected ${known}`;
    }
    case "enum":
      return `${name} must be one of ${params.allowedValues.join(", ")}; ${received(data)}`;
    default:
      return `${name} ${message}; ${received(data)}`;
  }
}

function received(value: unknown): string {
  const type = value === null ? "null" : Array.isArray(value) ? "array" : typeof value;
  return typeof value === "object"
    ? `received ${type}`
    : `received ${JSON.stringify(value).slice(0, 80)} (${type})`;
}
