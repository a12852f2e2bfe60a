import type { JsonType, ParameterRule } from "@chainkit/runtime";
import {
  itemSchemas,
  jsonTypes,
  type OpenApiDocument,
  type Schema,
  type SchemaOrBoolean,
  schemaOf,
} from "../index.ts";
import { isRegExp, unicodePattern } from "../patterns.ts";
import type { Report } from "./problems.ts";

/** The types that JSON Schema knows; public documents also have `file`, `date` or `String`. */
const JSON_TYPES = ["string", "integer", "number", "boolean", "array", "object", "null"];

type Checks = Pick<ParameterRule, "type" | "items" | "minimum" | "maximum" | "pattern" | "enum">;

/**
 * Converts a schema into the checks that the runtime applies before a request. Constraints that a rule
 * cannot express are omitted, so that no valid value is rejected.
 */
export function checksOf(
  document: OpenApiDocument,
  schemaOrRef: SchemaOrBoolean | undefined,
  report: Report,
  place: ParameterRule["in"],
): Checks {
  const schema = schemaOf(document, schemaOrRef);
  const types = typesOf(document, schemaOrRef, report);
  // Outside of a body, null is sent by leaving the parameter out.
  const sent = place === "body" ? types : types?.filter((each) => each !== "null");
  if (!sent?.length) {
    return { type: "any" };
  }
  const stated = sent.length > 1 ? { type: sent } : sent[0] === "string" ? {} : { type: sent[0] };
  const [type, ...others] = sent.filter((each) => each !== "null");
  if (others.length > 0) {
    return stated as Checks;
  }
  return {
    ...(stated as Checks),
    ...(type === "integer" || type === "number" ? bounds(schema, type) : {}),
    ...(place !== "body" ? itemsRule(document, schemaOrRef, report) : {}),
    ...(type === "string" && schema.pattern !== undefined
      ? patternRule(schema.pattern, report)
      : {}),
    ...enumRule(schema, sent, report),
  };
}

/** Returns the JSON types that a schema allows; undefined if it does not restrict them. */
export function typesOf(
  document: OpenApiDocument,
  schemaOrRef: SchemaOrBoolean | undefined,
  report: Report,
): JsonType[] | undefined {
  const types = jsonTypes(document, schemaOrRef);
  const unknown = [...(types ?? [])].filter((type) => !JSON_TYPES.includes(type));
  if (unknown.length > 0) {
    const known = JSON_TYPES.join(", ");
    report("type", `${unknown.join(", ")} is not a type of JSON`, `write one of ${known}`);
    return undefined;
  }
  return types && ([...types] as JsonType[]);
}

/** Returns the TypeScript type of a scalar, as shown in editors; undefined for other values. */
export function plainType(
  { type = "string", enum: values }: Checks,
  schema: SchemaOrBoolean | undefined,
): string | undefined {
  if (typeof type !== "string" || (typeof schema === "object" && "x-typescript-type" in schema)) {
    return undefined;
  }
  if (values) {
    return values.map((value) => JSON.stringify(value)).join(" | ");
  }
  // Integers beyond the safe range are exact as bigint.
  const plain: Readonly<Record<string, string>> = {
    string: "string",
    integer: "number | bigint",
    number: "number",
    boolean: "boolean",
  };
  return plain[type];
}

function itemsRule(
  document: OpenApiDocument,
  schema: SchemaOrBoolean | undefined,
  report: Report,
): Checks {
  const items = itemSchemas(document, schema);
  const types = items.flatMap((item) => typesOf(document, item, report) ?? []);
  const [type, ...others] = new Set(types);
  return type && others.length === 0 ? { items: type } : {};
}

function bounds(schema: Schema, type: "integer" | "number"): Checks {
  const minimum = bound(schema.minimum, schema.exclusiveMinimum, type, Math.max, 1);
  const maximum = bound(schema.maximum, schema.exclusiveMaximum, type, Math.min, -1);
  return {
    ...(minimum === undefined ? {} : { minimum }),
    ...(maximum === undefined ? {} : { maximum }),
  };
}

/** Converts an exclusive bound of integers into an inclusive one; for other numbers the service checks it. */
function bound(
  inclusive: number | undefined,
  exclusive: boolean | number | undefined,
  type: "integer" | "number",
  stricter: (a: number, b: number) => number,
  step: 1 | -1,
): number | undefined {
  const edge = exclusive === true ? inclusive : exclusive;
  if (typeof edge !== "number") {
    return inclusive;
  }
  const round = step === 1 ? Math.floor : Math.ceil;
  const next = type === "integer" ? round(edge) + step : edge;
  return inclusive === undefined ? next : stricter(inclusive, next);
}

/** The runtime compiles patterns with the `u` flag; a pattern that cannot be written for it is omitted. */
function patternRule(pattern: string, report: Report): Checks {
  const written = unicodePattern(pattern);
  if (written === undefined && !isRegExp(pattern, "")) {
    report("pattern", `${pattern} is not a regular expression`, "write it as ECMA-262 has it");
  }
  return written === undefined ? {} : { pattern: written };
}

/**
 * Returns the values that a schema lists. Reports those that could never be sent, because the check of the
 * type would refuse them.
 *
 * @param types Types that the schema allows.
 */
function enumRule(
  schema: Schema,
  types: readonly JsonType[],
  report: Report,
): Pick<ParameterRule, "enum"> {
  const values = (schema.enum ?? [schema.const]).filter((value) => value != null);
  for (const value of values) {
    const shown = JSON.stringify(value);
    if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
      report("enum", `${shown} is beyond 2^53, where numbers are rounded`, "use strings");
    } else if (!types.some((type) => isOfType(value, type))) {
      const fix = "write a value of this type; in YAML, a string such as 404 or true needs quotes";
      report("enum", `${shown} is not of the type ${types.join(" or ")}`, fix);
    }
  }
  const listable = values.filter((value) => typeof value === "string" || typeof value === "number");
  return values.length > 0 && listable.length === values.length ? { enum: listable } : {};
}

function isOfType(value: unknown, type: JsonType): boolean {
  if (type === "integer") {
    return Number.isInteger(value);
  }
  const own: string = Array.isArray(value) ? "array" : typeof value;
  return own === type;
}

/** Describes default and limits for docstrings: `Default 100; from 1 to 100.` */
export function limitsOf(
  document: OpenApiDocument,
  schemaOrRef: SchemaOrBoolean | undefined,
): string {
  const schema = schemaOf(document, schemaOrRef);
  const parts: string[] = [];
  if (schema.default !== undefined) {
    parts.push(`default ${JSON.stringify(schema.default)}`);
  }
  const { exclusiveMinimum, exclusiveMaximum } = schema;
  const above = exclusiveMinimum === true ? schema.minimum : exclusiveMinimum;
  const below = exclusiveMaximum === true ? schema.maximum : exclusiveMaximum;
  if (typeof above === "number") {
    parts.push(`more than ${above}`);
  } else if (schema.minimum !== undefined) {
    parts.push(`at least ${schema.minimum}`);
  }
  if (typeof below === "number") {
    parts.push(`less than ${below}`);
  } else if (schema.maximum !== undefined) {
    parts.push(`at most ${schema.maximum}`);
  }
  if (schema.minLength) {
    parts.push(`at least ${characters(schema.minLength)}`);
  }
  if (schema.maxLength !== undefined) {
    parts.push(`at most ${characters(schema.maxLength)}`);
  }
  if (schema.pattern !== undefined) {
    parts.push(`matches \`${schema.pattern}\``);
  }
  if (schema.enum) {
    parts.push(`one of ${schema.enum.map((value) => `\`${String(value)}\``).join(", ")}`);
  }
  const text = parts.join("; ");
  return text && `${text[0]?.toUpperCase()}${text.slice(1)}.`;
}

function characters(count: number): string {
  return count === 1 ? "1 character" : `${count} characters`;
}
