import type { JsonSchema } from "@chainkit/client/operations";
import { Ajv2020, type ErrorObject } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

/** Says what is wrong with a value, a sentence each; nothing if it is as the schema says. */
export type Validate = (value: unknown) => readonly string[];

const ajv = new Ajv2020({
  allErrors: true,
  strict: false,
  verbose: true,
  logger: false,
  // A member may be named as one of `Object.prototype`.
  ownProperties: true,
  // In binary, 19.99 is no multiple of 0.01.
  multipleOfPrecision: 8,
});
// Alternatives may differ in their formats only.
addFormats.default(ajv);

/**
 * Makes a function that checks values against a schema. The schema is compiled at its first call.
 *
 * @param root What the value is called in a sentence of its own.
 */
export function validator(schema: JsonSchema, root: string): Validate {
  let check: ReturnType<typeof ajv.compile> | undefined;
  return (value) => {
    check ??= ajv.compile(schema);
    // What alternatives say of each of theirs only repeats that none of them fits.
    return check(value)
      ? []
      : [...new Set((check.errors ?? []).map((each) => sentence(each, root)))];
  };
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
