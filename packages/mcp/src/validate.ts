import type { JsonSchema } from "@chainkit/client/operations";
import {
  type ErrorObject,
  errorsOf,
  jsonTypes,
  propertyOf,
  schemaOf,
  type Use,
} from "@chainkit/openapi";
import type { ObjectSchema } from "./schemas.ts";

/**
 * Says what is wrong with a value, a sentence each; nothing if it is as the schema says.
 *
 * @param root What the value is called in a sentence of its own.
 */
export function faultsOf(schema: JsonSchema, value: unknown, root: string, use: Use): string[] {
  const sentences = errorsOf(schema, schema, value, use).map((error) => sentence(error, root));
  // What alternatives say of each of theirs only repeats that none of them fits.
  return [...new Set(sentences)];
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

type Arguments = Readonly<Record<string, unknown>>;

/** Parameters that name a chain, always in lower case. */
const CHAIN = /^chain_?name$/i;

/**
 * Reads arguments as models write them: null for one that they do not set, a number where the schema wants text and the
 * other way round, and a listed value in another case, such as `Ethereum`. Anything else stays as it is, to be refused.
 */
export function lenient(schema: ObjectSchema, given: Arguments): Arguments {
  const meant = Object.entries(given).filter(
    ([name, value]) => value !== null || !isOmittedByNull(schema, name),
  );
  return Object.fromEntries(meant.map(([name, value]) => [name, asMeant(schema, name, value)]));
}

/** Whether an argument is optional, and its schema does not allow null. */
function isOmittedByNull(schema: ObjectSchema, name: string): boolean {
  const property = propertyOf(schema, schema, name);
  const required = (schema.required ?? []) as readonly string[];
  return (
    property !== undefined &&
    !required.includes(name) &&
    errorsOf(schema, property, null, "request").length > 0
  );
}

function asMeant(schema: ObjectSchema, name: string, value: unknown): unknown {
  const property = schemaOf(schema, propertyOf(schema, schema, name));
  const types = jsonTypes(schema, property) ?? new Set();
  const isNumeric = types.has("integer") || types.has("number");
  if (Number.isSafeInteger(value) && types.has("string") && !isNumeric) {
    return String(value);
  }
  if (typeof value !== "string") {
    return value;
  }
  if (!types.has("string")) {
    return isNumeric && /^-?\d{1,15}$/.test(value.trim()) ? Number(value) : value;
  }
  const choices = property.enum ?? [];
  const text = value.trim().toLowerCase();
  const listed = choices.includes(value)
    ? value
    : choices.find((each) => String(each).toLowerCase() === text);
  return listed ?? (CHAIN.test(name) && property.enum === undefined ? text : value);
}
