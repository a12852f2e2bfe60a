import { type Document, resolve, type Schema, type SchemaOrBoolean } from "../openapi.ts";

/** The schema itself: references followed, `true` and absence read as "anything". */
export function schemaOf(document: Document, schema: SchemaOrBoolean | undefined): Schema {
  return typeof schema === "object" ? resolve(document, schema) : {};
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
  document: Document,
  schemaOrRef: SchemaOrBoolean | undefined,
  depth = 0,
): Set<string> | undefined {
  const schema = schemaOf(document, schemaOrRef);
  const inner = (part: SchemaOrBoolean) => jsonTypes(document, part, depth + 1);
  if (depth > 20) {
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
  document: Document,
  schemaOrRef: SchemaOrBoolean | undefined,
  depth = 0,
): (SchemaOrBoolean | undefined)[] {
  const schema = schemaOf(document, schemaOrRef);
  const branches = [...(schema.oneOf ?? []), ...(schema.anyOf ?? []), ...(schema.allOf ?? [])];
  const isArray = [schema.type].flat().includes("array");
  return [
    ...(isArray ? [schema.items] : []),
    ...(depth > 20 ? [] : branches.flatMap((part) => itemSchemas(document, part, depth + 1))),
  ];
}

/** The schema of one property, looked for through references and `allOf`. */
export function propertyOf(
  document: Document,
  schemaOrRef: SchemaOrBoolean | undefined,
  name: string,
): SchemaOrBoolean | undefined {
  const schema = schemaOf(document, schemaOrRef);
  if (schema.properties && Object.hasOwn(schema.properties, name)) {
    return schema.properties[name];
  }
  for (const part of schema.allOf ?? []) {
    const found = propertyOf(document, part, name);
    if (found !== undefined) {
      return found;
    }
  }
  return undefined;
}
