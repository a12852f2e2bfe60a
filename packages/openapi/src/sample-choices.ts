import { asObject, entriesOf, type JsonObject, keysOf } from "./json.ts";
import type { JsonSchemas } from "./json-schemas.ts";
import { type JsonSchema, type Keywords, keywordsOf } from "./sample-keywords.ts";

/** Says why no text fits. */
export function textProblem({ patterns, minLength = 0, maxLength }: Keywords): string {
  return maxLength !== undefined && minLength > maxLength
    ? `its length must be ${minLength} to ${maxLength}`
    : `it must match ${patterns.join(" and ")}`;
}

/** Whether a schema refers to one of those above it. */
export function leadsBack(schema: JsonSchema, keys: readonly string[]): boolean {
  return keys.includes(String(asObject(schema).$ref));
}

/** Branches come before null, and those that lead back to a schema above last. */
export function lateness(branch: JsonSchema, keys: readonly string[]): number {
  const isNull = asObject(branch).type === "null";
  return leadsBack(branch, keys) ? 2 : Number(isNull);
}

/** Moves the values at the front to the end. */
export function rotated<Value>(values: readonly Value[], position: number): Value[] {
  const at = values.length === 0 ? 0 : position % values.length;
  return [...values.slice(at), ...values.slice(0, at)];
}

/** In YAML, a text of digits needs quotes, which examples often lack. */
export function asText(value: unknown, { types }: Keywords): unknown {
  const isScalar = typeof value === "number" || typeof value === "boolean";
  const others = ["number", "integer", "boolean"];
  const isText = types?.includes("string") && !types.some((type) => others.includes(type));
  return isText && isScalar ? String(value) : value;
}

/** The types that a value may have, null last; without any, what the keywords suggest. */
export function typesOf(keywords: Keywords): string[] {
  const { types, properties, required, additionalProperties, items, prefixItems, patterns } =
    keywords;
  if (types) {
    return [...types].sort((a, b) => Number(a === "null") - Number(b === "null"));
  }
  if (properties.size > 0 || required.length > 0 || additionalProperties !== true) {
    return ["object"];
  }
  if (items !== true || prefixItems.length > 0 || keywords.contains !== undefined) {
    return ["array"];
  }
  const { format, minLength, maxLength, minimum, maximum, multipleOf } = keywords;
  if ([minimum, maximum, multipleOf].some((limit) => limit !== undefined)) {
    return ["number"];
  }
  const isText =
    patterns.length > 0 || [format, minLength, maxLength].some((limit) => limit !== undefined);
  return isText ? ["string"] : ["string", "object", "integer", "array", "boolean", "null"];
}

/** The schema of a member that is not declared. */
export function othersOf(
  { patternProperties, additionalProperties }: Keywords,
  name: string,
): JsonSchema {
  const matching = patternProperties.filter(([pattern]) => new RegExp(pattern, "u").test(name));
  return matching.length > 0
    ? { allOf: matching.map(([, schema]) => schema) }
    : additionalProperties;
}

/** The value by which a discriminator tells a branch from the others, as an example of the member. */
export function discriminated(
  schemas: JsonSchemas,
  branch: JsonSchema,
  { discriminators }: Keywords,
): JsonSchema {
  const { $ref } = asObject(branch);
  const [discriminator] = discriminators;
  if (typeof $ref !== "string" || !discriminator) {
    return true;
  }
  const mapped = entriesOf(discriminator.mapping).find(([, key]) => key === $ref);
  return memberWith(discriminator, mapped?.[0] ?? keysOf(schemas.refOf($ref)).at(-1) ?? "");
}

/** The schema of an object with this value of the discriminator. */
export function memberWith({ propertyName }: JsonObject, value: string): JsonObject {
  return { properties: { [String(propertyName)]: { examples: [value] } } };
}

/** Whether an object has members of any name, and no others. */
export function isMap({ properties, additionalProperties }: Keywords): boolean {
  return properties.size === 0 && Object.keys(asObject(additionalProperties)).length > 0;
}

/** Members by which an object suits no other branch, for branches that allow the same objects. */
export function unlike(
  schemas: JsonSchemas,
  branch: JsonSchema,
  branches: readonly JsonSchema[],
): JsonSchema {
  const own = keywordsOf(schemas, branch)?.properties;
  const members = branches.flatMap((other) => {
    const declared = [...(keywordsOf(schemas, other)?.properties ?? [])];
    const [name, schema] = declared.find(([each]) => !own?.has(each)) ?? [];
    const types = schema === undefined ? undefined : keywordsOf(schemas, schema)?.types;
    if (name === undefined || types === undefined) {
      return [];
    }
    const unsuitable = types.includes("string") ? 0 : "text";
    return [[name, { const: unsuitable }]];
  });
  const properties: JsonObject = Object.fromEntries(members);
  return { properties, required: Object.keys(properties) };
}
