import {
  asObject,
  entriesOf,
  isBinary,
  isObject,
  listOperations,
  type OpenApiDocument,
  resolve,
  schemaOf,
} from "@chainkit/openapi";
import { BINARY_TYPE } from "@chainkit/openapi/rules";

/** Schemas within schemas that are looked at; a file is not further below the form. */
const MAX_DEPTH = 6;

/**
 * Gives what is sent as bytes its type: the files of `multipart/form-data`. Elsewhere, such as in JSON, a schema
 * of bytes is text, so the schemas of forms that hold one no longer refer to shared ones.
 */
export function typeBytes(document: OpenApiDocument): void {
  for (const { node } of listOperations(document)) {
    const body = resolve(document, node.requestBody);
    for (const [type, media] of entriesOf(body.content)) {
      const { schema } = asObject(media);
      if (/^multipart\/form-data/i.test(type) && holdsBytes(document, schema, 0)) {
        Object.assign(media as object, { schema: withTypes(document, schema, 0) });
      }
    }
  }
}

function holdsBytes(document: OpenApiDocument, schema: unknown, depth: number): boolean {
  if (!isObject(schema) || depth > MAX_DEPTH) {
    return false;
  }
  return (
    isBinary(document, schema) ||
    partsOf(schemaOf(document, schema)).some((part) => holdsBytes(document, part, depth + 1))
  );
}

/** The schemas that a value, its members and its items may have. */
function partsOf({
  properties = {},
  items,
  allOf = [],
  oneOf = [],
  anyOf = [],
}: ReturnType<typeof schemaOf>) {
  return [...Object.values(properties), items, ...allOf, ...oneOf, ...anyOf];
}

function withTypes(document: OpenApiDocument, value: unknown, depth: number): unknown {
  if (!isObject(value) || !holdsBytes(document, value, depth)) {
    return value;
  }
  const { $ref: _, ...schema } = schemaOf(document, value);
  if (isBinary(document, schema)) {
    return { ...schema, "x-typescript-type": BINARY_TYPE };
  }
  const typed = (part: unknown) => withTypes(document, part, depth + 1);
  const { properties, items, allOf, oneOf, anyOf } = schema;
  return {
    ...schema,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, part]) => [name, typed(part)]),
      ),
    }),
    ...(items === undefined ? {} : { items: typed(items) }),
    ...Object.fromEntries(
      Object.entries({ allOf, oneOf, anyOf }).flatMap(([keyword, parts]) =>
        parts ? [[keyword, parts.map(typed)]] : [],
      ),
    ),
  };
}
