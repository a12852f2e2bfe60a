import { jsonTypes, type OpenApiDocument, type Schema, schemaOf } from "@chainkit/openapi";

/** A field of a JSON body. */
export interface Field {
  /** Its own name. */
  readonly key: string;
  /** Dotted path, with `[]` after an array: `transactions[].value`. */
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  /** May end with where the fields of an object are listed. */
  readonly description: string;
  /** Default and constraints as sentences; may be empty. */
  readonly constraints: string;
  readonly enum: readonly unknown[];
  /** The fields of an object, or of those in a list. */
  readonly fields: readonly Field[];
}

/** Objects in objects whose fields are listed. */
const MAX_DEPTH = 4;

/** Fields of objects in a body that are listed beside those of the body itself: with more, nobody finds any. */
const MAX_NESTED = 60;

/** The same of an error, which is on the page of each operation. */
export const MAX_NESTED_OF_ERROR = 20;

/** A field, or the body, before the fields that it has are listed. */
interface Draft {
  readonly name: string;
  description: string;
  readonly fields: (Field & Draft)[];
  readonly schemaOrRef: unknown;
  readonly depth: number;
}

/**
 * Lists the fields of a body with the fields of the objects in it, as far as a reader can follow: those of the outer
 * objects first. Those of a schema that has been listed, which may contain itself, are referred to.
 */
export function fieldsOf(
  document: OpenApiDocument,
  body: unknown,
  maxNested = MAX_NESTED,
): readonly Field[] {
  const top: Draft = { name: "", description: "", fields: [], schemaOrRef: body, depth: 1 };
  const drafts = [top];
  const listed = new Map<unknown, string>();
  let count = 0;
  for (const draft of drafts) {
    const { inner, brackets } = innermost(document, draft.schemaOrRef);
    const path = `${draft.name}${brackets}`;
    const before = listed.get(identityOf(inner));
    const own = before === undefined ? draftsOf(document, inner, path, draft.depth + 1) : [];
    const nested = draft === top ? 0 : own.length;
    if (before !== undefined) {
      const where = before === "" ? "the body" : `\`${before}\``;
      refer(draft, `Has the fields of ${where}.`);
    } else if (nested > 0 && (draft.depth > MAX_DEPTH || count + nested > maxNested)) {
      refer(draft, "Its fields are in the OpenAPI document.");
    } else if (own.length > 0) {
      listed.set(identityOf(inner), path);
      count += nested;
      draft.fields.push(...own);
      drafts.push(...own);
    }
  }
  return top.fields;
}

/** Lists fields with those that they have, in the order in which they are shown. */
export function withNested(fields: readonly Field[]): Field[] {
  return fields.flatMap((field) => [field, ...withNested(field.fields)]);
}

function refer(draft: Draft, where: string): void {
  draft.description = oneLine(`${draft.description} ${where}`);
}

/** The fields of a schema, in document order. */
function draftsOf(
  document: OpenApiDocument,
  schemaOrRef: unknown,
  path: string,
  depth: number,
): Draft["fields"] {
  return partsOf(document, schemaOrRef).flatMap(({ properties = {}, required = [] }) =>
    Object.entries(properties).map(([key, property]) => {
      const value = schemaOf(document, property);
      return {
        key,
        name: path === "" ? key : `${path}.${key}`,
        type: typeText(document, property),
        required: required.includes(key),
        description: oneLine(value.description ?? ""),
        constraints: constraintsText(value),
        enum: value.enum ?? [],
        fields: [],
        schemaOrRef: property,
        depth,
      };
    }),
  );
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

/** The schema of the entries of a list, or of those of lists in it, and a pair of brackets for each list. */
function innermost(
  document: OpenApiDocument,
  schemaOrRef: unknown,
): { readonly inner: unknown; readonly brackets: string } {
  let inner = schemaOrRef;
  // A list of itself has no end.
  const lists = new Set();
  for (;;) {
    const { items } = partsOf(document, inner).find((part) => part.items !== undefined) ?? {};
    if (items === undefined || lists.has(identityOf(inner))) {
      return { inner, brackets: "[]".repeat(lists.size) };
    }
    lists.add(identityOf(inner));
    inner = items;
  }
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
