import { METHODS, type OpenApiDocument } from "./document.ts";
import { asObject, entriesOf, itemsOf, type JsonObject } from "./json.ts";
import { isVersion30, resolve, resolveWithSiblings } from "./resolve.ts";
import { authOf, readSecurity } from "./security.ts";
import { visitSchemas } from "./walk.ts";

/** Keywords that describe a schema and change neither what is valid nor its TypeScript type. */
const ANNOTATIONS = new Set([
  "title",
  "summary",
  "description",
  "default",
  "deprecated",
  "example",
  "examples",
  "externalDocs",
  "$comment",
]);

/**
 * A copy of a document with the same meaning, for tools that read less of OpenAPI than the standard
 * allows. Keywords beside the `$ref` of a schema become an `allOf`; those of OpenAPI 3.0, which
 * ignores them, go. Each operation has all its parameters, also those of its path, which stay there
 * too. Security that asks for nothing (`[{}]`) is an empty list.
 */
export function normalize(document: OpenApiDocument): OpenApiDocument {
  const copy = structuredClone(document);
  normalizeSchemas(copy);
  for (const [path, entry] of entriesOf(copy.paths)) {
    const item = { ...resolveWithSiblings(copy, entry) };
    const shared = itemsOf(item.parameters);
    for (const method of METHODS.filter((each) => item[each] !== undefined)) {
      const operation = asObject(item[method]);
      item[method] = {
        ...operation,
        ...(authOf(readSecurity(copy, operation)) === "none" ? { security: [] } : {}),
        parameters: mergeParameters(copy, shared, operation.parameters),
      };
    }
    const { $ref: _, ...own } = item as Record<string, unknown>;
    (copy.paths as Record<string, unknown>)[path] = own;
  }
  return copy;
}

/** The parameters of a path and of an operation: of one name in one place, the operation's counts. */
export function mergeParameters(
  document: OpenApiDocument,
  ofPath: unknown,
  ofOperation: unknown,
): unknown[] {
  const merged = new Map<string, unknown>();
  for (const parameter of [...itemsOf(ofPath), ...itemsOf(ofOperation)]) {
    const { in: place, name } = resolve(document, parameter);
    merged.set(`${place} ${name}`, parameter);
  }
  return [...merged.values()];
}

function normalizeSchemas(document: OpenApiDocument): void {
  visitSchemas(document, (schema) => {
    const { $ref, ...siblings } = schema;
    if (typeof $ref !== "string") {
      return;
    }
    const open = schema as Record<string, unknown>;
    if (isVersion30(document)) {
      for (const name of Object.keys(siblings)) {
        delete open[name];
      }
    } else if (Object.keys(siblings).some((name) => !ANNOTATIONS.has(name))) {
      delete open.$ref;
      open.allOf = [{ $ref }, ...itemsOf((siblings as JsonObject).allOf)];
    }
  });
}
