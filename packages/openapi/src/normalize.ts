import { METHODS, type OpenApiDocument } from "./document.ts";
import { listOperations } from "./entries.ts";
import { asObject, entriesOf, itemsOf, type JsonObject } from "./json.ts";
import { isVersion30, resolve, resolveWithSiblings } from "./resolve.ts";
import { isStatus } from "./responses.ts";
import { readSecurity } from "./security.ts";
import { visitSchemas } from "./walk.ts";

/** Annotations, which affect neither validation nor the TypeScript type. */
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
 * Returns an equivalent copy of a document for tools that support only a part of OpenAPI. Siblings of the
 * `$ref` of a schema become an `allOf`, or are removed in OpenAPI 3.0, which ignores them. The parameters
 * of a path item are copied into its operations, and an operation without an id of its own gets one of method and path.
 * Security without requirements (`[{}]`) becomes an empty list. Responses have statuses.
 */
export function normalize(document: OpenApiDocument): OpenApiDocument {
  const copy = structuredClone(document);
  normalizeSchemas(copy);
  const ids = new Map(
    listOperations(copy).map(({ method, path, operationId }) => [`${method} ${path}`, operationId]),
  );
  for (const [path, entry] of entriesOf(copy.paths)) {
    const item = { ...resolveWithSiblings(copy, entry) };
    const shared = itemsOf(item.parameters);
    for (const method of METHODS.filter((each) => item[each] !== undefined)) {
      const operation = asObject(item[method]);
      const { auth, unsent } = readSecurity(copy, operation);
      item[method] = {
        ...operation,
        operationId: ids.get(`${method.toUpperCase()} ${path}`),
        ...withStatuses(operation.responses),
        ...(auth === "none" && unsent.length === 0 ? { security: [] } : {}),
        parameters: mergeParameters(copy, shared, operation.parameters),
      };
    }
    const { $ref: _, ...own } = item as Record<string, unknown>;
    (copy.paths as Record<string, unknown>)[path] = own;
  }
  return copy;
}

function withStatuses(responses: unknown): object {
  const stated = entriesOf(responses);
  const known = stated.filter(([name]) => isStatus(name) || name.startsWith("x-"));
  return known.length === stated.length ? {} : { responses: Object.fromEntries(known) };
}

/** Merges the parameters of a path and an operation; those of the operation override by name and place. */
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
