import type { OpenApiDocument } from "./document.ts";
import { itemsOf, type JsonObject } from "./json.ts";
import { unicodePattern } from "./patterns.ts";
import { resolve } from "./resolve.ts";
import { visitSchemas } from "./walk.ts";

/**
 * Removes, in place, conditions that depend on a pattern which is no regular expression and so is left out: without
 * it, `not` and `if` would match values that they do not, and several branches of `oneOf` a valid value.
 */
export function loosen(document: OpenApiDocument, node: Record<string, unknown>): void {
  if (!mayLosePatterns(document)) {
    return;
  }
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

const known = new WeakMap<OpenApiDocument, boolean>();

/** Whether any schema of a document has such a pattern: few have, and unions of a large one refer to most of it. */
function mayLosePatterns(document: OpenApiDocument): boolean {
  const before = known.get(document);
  if (before !== undefined) {
    return before;
  }
  let isFound = document.openapi === undefined;
  visitSchemas(document, (each) => {
    isFound ||= isLost(each);
  });
  known.set(document, isFound);
  return isFound;
}

/** Whether a schema, or one that it refers to, has a pattern that is left out. */
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
  return typeof pattern === "string" && unicodePattern(pattern) === undefined;
}
