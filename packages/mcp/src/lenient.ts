import { errorsOf, jsonTypes, propertyOf, schemaOf } from "@chainkit/openapi";
import type { ObjectSchema } from "./schemas.ts";

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
