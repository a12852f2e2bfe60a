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

const MAX_DEPTH = 6;

/** Lists the fields of a schema and of its nested objects and arrays, in document order. */
export function fieldsOf(document: OpenApiDocument, schemaOrRef: unknown, prefix = ""): Field[] {
  if (prefix.split(".").length > MAX_DEPTH) {
    return [];
  }
  const schema = schemaOf(document, schemaOrRef);
  const { properties = {}, required = [], items, allOf = [] } = schema;
  const own = Object.entries(properties).flatMap(([key, property]) => {
    const name = prefix + key;
    const value = schemaOf(document, property);
    const field = {
      name,
      type: typeText(document, property),
      required: required.includes(key),
      description: oneLine(value.description ?? ""),
      constraints: constraintsText(value),
      enum: value.enum ?? [],
    };
    const list = value.items === undefined ? [] : fieldsOf(document, value.items, `${name}[].`);
    return [field, ...fieldsOf(document, { ...value, items: undefined }, `${name}.`), ...list];
  });
  return [
    ...own,
    ...allOf.flatMap((part) => fieldsOf(document, part, prefix)),
    ...(items === undefined ? [] : fieldsOf(document, items, `${prefix}[].`)),
  ];
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
export function typeText(document: OpenApiDocument, schemaOrRef: unknown): string {
  const schema = schemaOf(document, schemaOrRef);
  const names = [...(jsonTypes(document, schemaOrRef) ?? [])].map((type) =>
    type === "array" && schema.items !== undefined && Object.keys(schema.items).length > 0
      ? `array of ${typeText(document, schema.items)}`
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
