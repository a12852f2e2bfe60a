import { jsonTypes, propertyOf, schemaOf } from "@chainkit/openapi";
import type { ObjectSchema } from "./schemas.ts";

type Arguments = Readonly<Record<string, unknown>>;

/** Parameters that name a chain, always in lower case. */
const CHAIN = /^chain_?name$/i;

/**
 * Makes a function that reads arguments as models write them: a number where the schema wants text and the other way
 * round, and a listed value in another case, such as `Ethereum`. Anything else stays as it is, to be refused.
 */
export function lenient(schema: ObjectSchema): (given: Arguments) => Arguments {
  return (given) =>
    Object.fromEntries(
      Object.entries(given).map(([name, value]) => [name, asMeant(schema, name, value)]),
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
