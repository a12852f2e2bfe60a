import type { OpenApiDocument, Schema, SchemaOrBoolean } from "./document.ts";
import { isObject, itemsOf } from "./json.ts";
import { resolveWithSiblings } from "./resolve.ts";

/** Depth from which a schema is treated as recursive. */
const MAX_DEPTH = 20;

/** Keywords that constrain an object beyond its `properties`. */
const COMPOSING = [
  "allOf",
  "anyOf",
  "oneOf",
  "not",
  "if",
  "then",
  "else",
  "dependentSchemas",
  "dependentRequired",
  "patternProperties",
  "propertyNames",
  "minProperties",
  "maxProperties",
  "unevaluatedProperties",
];

/** Keywords that are merged into the target if they are siblings of a `$ref`. */
function isMergeable(target: Schema, siblings: object): boolean {
  return Object.keys(siblings).every(
    (name) =>
      /^(title|summary|description|default|deprecated|examples?)$|^x-/.test(name) ||
      (!Object.hasOwn(target, name) && !COMPOSING.includes(name) && !/[pP]roperties$/.test(name)),
  );
}

/**
 * Returns the keywords of a schema, merged with those of the target of its `$ref`. If both constrain the
 * same keyword, the reference is kept in an `allOf`.
 *
 * @returns An empty schema for `true` and for a missing schema, which allow any value.
 */
export function schemaOf(document: OpenApiDocument, schema: unknown): Schema {
  if (!isObject(schema) || typeof schema.$ref !== "string") {
    return isObject(schema) ? schema : {};
  }
  const { $ref, ...siblings } = schema;
  const target: Schema = resolveWithSiblings(document, { $ref });
  if (String(document.openapi).startsWith("3.0") || Object.keys(siblings).length === 0) {
    return target;
  }
  return isMergeable(target, siblings)
    ? { ...target, ...siblings }
    : { ...siblings, allOf: [{ $ref }, ...(itemsOf(siblings.allOf) as Schema[])] };
}

function jsonType(value: unknown): string {
  if (value === null) {
    return "null";
  }
  return Array.isArray(value) ? "array" : typeof value;
}

/**
 * Returns the JSON types that a schema allows, including `null`.
 *
 * @returns Undefined if the schema does not restrict the type.
 */
export function jsonTypes(
  document: OpenApiDocument,
  schemaOrRef: unknown,
  depth = 0,
): Set<string> | undefined {
  const schema = schemaOf(document, schemaOrRef);
  const inner = (part: SchemaOrBoolean) => jsonTypes(document, part, depth + 1);
  if (depth > MAX_DEPTH) {
    return undefined;
  }
  // In the field, `nullable` beside `allOf` means that null is allowed, although OpenAPI 3.0.3 denies it.
  const orNull = (types: Iterable<string | readonly string[]>) =>
    new Set([...types, schema.nullable ? "null" : []].flat());
  if (schema.type !== undefined) {
    return orNull([schema.type]);
  }
  if (schema.enum) {
    return orNull(schema.enum.map(jsonType));
  }
  if (schema.const !== undefined) {
    return orNull([jsonType(schema.const)]);
  }
  const choices = (schema.oneOf ?? schema.anyOf)?.map(inner);
  if (choices) {
    return choices.includes(undefined)
      ? undefined
      : orNull(choices.flatMap((choice) => [...(choice as Set<string>)]));
  }
  const types = schema.allOf?.map(inner).find((each) => each !== undefined);
  return types && orNull(types);
}

/** Returns the item schemas of a schema, from all of its branches. */
export function itemSchemas(
  document: OpenApiDocument,
  schemaOrRef: unknown,
  depth = 0,
): (SchemaOrBoolean | undefined)[] {
  const schema = schemaOf(document, schemaOrRef);
  const branches = [...(schema.oneOf ?? []), ...(schema.anyOf ?? []), ...(schema.allOf ?? [])];
  const isArray = [schema.type].flat().includes("array");
  return [
    ...(isArray ? [schema.items] : []),
    ...(depth > MAX_DEPTH
      ? []
      : branches.flatMap((part) => itemSchemas(document, part, depth + 1))),
  ];
}

/** Finds the schema of a property through references and `allOf`. */
export function propertyOf(
  document: OpenApiDocument,
  schemaOrRef: unknown,
  name: string,
): SchemaOrBoolean | undefined {
  const schema = schemaOf(document, schemaOrRef);
  if (schema.properties && Object.hasOwn(schema.properties, name)) {
    return schema.properties[name];
  }
  return schema.allOf
    ?.map((part) => propertyOf(document, part, name))
    .find((found) => found !== undefined);
}

/** Whether a schema allows no properties other than the declared ones. */
export function isPlainObject(document: OpenApiDocument, schemaOrRef: unknown): boolean {
  const schema = schemaOf(document, schemaOrRef);
  const { properties = {}, required = [], additionalProperties } = schema;
  const types = jsonTypes(document, schemaOrRef) ?? new Set(["object"]);
  return (
    types.size === 1 &&
    types.has("object") &&
    !COMPOSING.some((keyword) => keyword in schema) &&
    (additionalProperties === undefined || additionalProperties === false) &&
    Object.keys(properties).length > 0 &&
    required.every((name) => Object.hasOwn(properties, name))
  );
}

/** Whether a schema is that of bytes rather than of text, in a form or a body of its own. */
export function isBinary(document: OpenApiDocument, schemaOrRef: unknown): boolean {
  const { type, format, contentMediaType, contentEncoding } = schemaOf(document, schemaOrRef);
  if (type !== undefined && ![type].flat().includes("string")) {
    return false;
  }
  const isText = /^text\/|json$/.test(contentMediaType ?? "text/plain");
  return format === "binary" || (!isText && contentEncoding === undefined);
}
