import type { OpenApiDocument, Schema, SchemaOrBoolean } from "./document.ts";
import { isObject, itemsOf } from "./json.ts";
import { resolveWithSiblings } from "./resolve.ts";

/** Deeper than this a schema is taken to contain itself. */
const MAX_DEPTH = 20;

/** Keywords by which a schema says more than its `properties` do. */
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

/** Keywords that may stand beside a `$ref` and be read as if they stood in its target. */
function isMergeable(target: Schema, siblings: object): boolean {
  return Object.keys(siblings).every(
    (name) =>
      /^(title|summary|description|default|deprecated|examples?)$|^x-/.test(name) ||
      (!Object.hasOwn(target, name) && !COMPOSING.includes(name) && !/[pP]roperties$/.test(name)),
  );
}

/**
 * The keywords of a schema: its own and those of what it refers to. Where both constrain the same
 * thing, its own are beside an `allOf` of the reference.
 *
 * @returns An empty schema for `true` and for absence, which admit anything.
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
 * The JSON types that a schema admits, `null` among them.
 *
 * @returns Undefined if the schema does not say.
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
  if (schema.type !== undefined) {
    return new Set([schema.type, schema.nullable ? "null" : []].flat());
  }
  if (schema.enum) {
    return new Set(schema.enum.map(jsonType));
  }
  if (schema.const !== undefined) {
    return new Set([jsonType(schema.const)]);
  }
  const choices = (schema.oneOf ?? schema.anyOf)?.map(inner);
  if (choices) {
    return choices.includes(undefined)
      ? undefined
      : new Set(choices.flatMap((choice) => [...(choice as Set<string>)]));
  }
  return schema.allOf?.map(inner).find((types) => types !== undefined);
}

/** The schemas of the items of a schema's arrays, in whichever branch of it they are. */
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

/** The schema of one property, looked for through references and `allOf`. */
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

/** Whether the properties of a schema are all that its values may hold. */
export function isPlainObject(document: OpenApiDocument, schemaOrRef: unknown): boolean {
  const schema = schemaOf(document, schemaOrRef);
  const { properties = {}, required = [], additionalProperties } = schema;
  const types =
    jsonTypes(document, schemaOrRef) ?? new Set("properties" in schema ? ["object"] : []);
  return (
    types.size === 1 &&
    types.has("object") &&
    !COMPOSING.some((keyword) => keyword in schema) &&
    (additionalProperties === undefined || additionalProperties === false) &&
    Object.keys(properties).length > 0 &&
    required.every((name) => Object.hasOwn(properties, name))
  );
}
