import { itemsOf, type JsonObject, type OpenApiDocument, resolve, visitSchemas } from "../index.ts";

type Editable = Record<string, unknown>;

/** JSON Schema has patterns that are valid with the flag `u`; validators throw on any other. */
export function dropPattern(node: Editable): void {
  if (isLost(node)) {
    delete node.pattern;
  }
}

/**
 * Removes conditions that depend on a pattern which is dropped: without it, `not` and `if` would match
 * values that they do not, and several branches of `oneOf` would match a valid value.
 */
export function loosen(document: OpenApiDocument, node: Editable): void {
  const depends = (schema: unknown) => losesPattern(document, schema);
  if (depends(node.not)) {
    delete node.not;
  }
  if (depends(node.if)) {
    delete node.if;
    delete node.then;
    delete node.else;
  }
  if (itemsOf(node.oneOf).some(depends)) {
    node.allOf = [...itemsOf(node.allOf), { anyOf: node.oneOf }];
    delete node.oneOf;
  }
}

/** Whether a schema, or one that it refers to, has a pattern that is dropped. */
function losesPattern(
  document: OpenApiDocument,
  schema: unknown,
  seen: Set<unknown> = new Set(),
): boolean {
  if (seen.has(schema)) {
    return false;
  }
  seen.add(schema);
  let isFound = false;
  visitSchemas({ components: { schemas: { schema } } }, (each) => {
    const { $ref } = each;
    isFound ||=
      isLost(each) ||
      (typeof $ref === "string" && losesPattern(document, resolve(document, { $ref }), seen));
  });
  return isFound;
}

function isLost({ pattern }: JsonObject): boolean {
  try {
    new RegExp(String(pattern ?? ""), "u");
    return false;
  } catch {
    return true;
  }
}
