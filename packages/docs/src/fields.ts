import { jsonTypes, type OpenApiDocument, type Schema, schemaOf } from "@chainkit/openapi";

/** A field of a JSON body, at any depth. */
export interface Field {
  /** Dotted path, with `[]` after an array: `transactions[].value`. */
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly description: string;
  /** Default and constraints as sentences; may be empty. */
  readonly constraints: string;
  readonly enum: readonly unknown[];
}

/** Objects in objects whose fields are listed. */
const MAX_DEPTH = 4;

/**
 * Lists the fields of a schema and of its nested objects and arrays, in document order. Those of a schema that has been
 * listed, which may contain itself, are referred to.
 *
 * @param path Name of the field that has the schema.
 * @param listed Names of the fields whose schemas have been listed.
 */
export function fieldsOf(
  document: OpenApiDocument,
  schemaOrRef: unknown,
  path = "",
  listed = new Map<unknown, string>(),
): Field[] {
  if (listed.has(identityOf(schemaOrRef))) {
    return [];
  }
  listed.set(identityOf(schemaOrRef), path);
  return partsOf(document, schemaOrRef).flatMap(({ properties = {}, required = [], items }) => [
    ...Object.entries(properties).flatMap(([key, property]) => {
      const name = path === "" ? key : `${path}.${key}`;
      const value = schemaOf(document, property);
      const elsewhere = whereListed(document, property, name, listed);
      const field = {
        name,
        type: typeText(document, property),
        required: required.includes(key),
        description: oneLine(`${value.description ?? ""} ${elsewhere}`),
        constraints: constraintsText(value),
        enum: value.enum ?? [],
      };
      return [field, ...(elsewhere ? [] : fieldsOf(document, property, name, listed))];
    }),
    ...(items === undefined ? [] : fieldsOf(document, items, `${path}[]`, listed)),
  ]);
}

/** Tells a schema from others: by its reference, or else itself. */
function identityOf(schemaOrRef: unknown): unknown {
  return (schemaOrRef as { $ref?: string } | undefined)?.$ref ?? schemaOrRef;
}

/** A schema and all that it is composed of. */
function partsOf(
  document: OpenApiDocument,
  schemaOrRef: unknown,
  before: ReadonlySet<unknown> = new Set(),
): Schema[] {
  if (before.has(identityOf(schemaOrRef))) {
    return [];
  }
  const schema = schemaOf(document, schemaOrRef);
  const within = new Set([...before, identityOf(schemaOrRef)]);
  return [schema, ...(schema.allOf ?? []).flatMap((part) => partsOf(document, part, within))];
}

/** Tells where the fields of an object, or of those in a list, are, if not below it. */
function whereListed(
  document: OpenApiDocument,
  schemaOrRef: unknown,
  name: string,
  listed: ReadonlyMap<unknown, string>,
): string {
  let inner = schemaOrRef;
  let schema = schemaOf(document, inner);
  for (const lists = new Set(); schema.items !== undefined && !lists.has(identityOf(inner)); ) {
    lists.add(identityOf(inner));
    inner = schema.items;
    schema = schemaOf(document, inner);
  }
  if (schema.properties === undefined && schema.allOf === undefined) {
    return "";
  }
  const before = listed.get(identityOf(inner));
  if (before !== undefined) {
    return before === "" ? "Has the fields of the body." : `Has the fields of \`${before}\`.`;
  }
  return name.split(".").length >= MAX_DEPTH ? "Its fields are in the OpenAPI document." : "";
}

/** A field with the fields of its objects. */
export interface FieldNode extends Field {
  /** Last part of the name. */
  readonly key: string;
  readonly fields: FieldNode[];
}

/** Nests fields by their dotted names, as `fieldsOf` lists them. */
export function nestFields(fields: readonly Field[]): FieldNode[] {
  const top: FieldNode[] = [];
  const byName = new Map<string, FieldNode>();
  for (const field of fields) {
    const [, parent = "", key = field.name] = /^(?:(.*)\.)?([^.]+)$/.exec(field.name) ?? [];
    const node = { ...field, key, fields: [] };
    byName.set(field.name, node);
    const siblings = byName.get(parent.replace(/(?:\[\])+$/, ""))?.fields ?? top;
    siblings.push(node);
  }
  return top;
}

/** Formats the types of a schema: `string or null`, `array of object`. */
export function typeText(
  document: OpenApiDocument,
  schemaOrRef: unknown,
  depth = MAX_DEPTH,
): string {
  const schema = schemaOf(document, schemaOrRef);
  const names = [...(jsonTypes(document, schemaOrRef) ?? [])].map((type) =>
    // A list of itself has no end.
    type === "array" && depth > 0 && Object.keys(schema.items ?? {}).length > 0
      ? `array of ${typeText(document, schema.items, depth - 1)}`
      : type,
  );
  return names.join(" or ") || "any";
}

/** Formats the default and the constraints of a schema as sentences. */
export function constraintsText(schema: Schema): string {
  const parts = [
    schema.enum && `One of ${schema.enum.map((value) => `\`${String(value)}\``).join(", ")}.`,
    schema.default !== undefined && `Default: \`${JSON.stringify(schema.default)}\`.`,
    typeof schema.minimum === "number" && `Minimum: ${schema.minimum}.`,
    typeof schema.maximum === "number" && `Maximum: ${schema.maximum}.`,
    schema.pattern !== undefined && `Pattern: \`${schema.pattern}\`.`,
  ];
  return parts.filter(Boolean).join(" ");
}

function oneLine(text: string): string {
  return text.trim().replaceAll(/\s+/g, " ");
}
