import type { OpenApiDocument } from "./document.ts";
import { cleanSchema } from "./keywords.ts";
import { loosen } from "./lost-patterns.ts";
import { visitSchemas } from "./walk.ts";

/**
 * Returns a document of OpenAPI 3.1 of which every validator compiles the schemas: OpenAPI 3.0 is converted, and what
 * no validator knows is left out.
 */
export function toValidatable(document: OpenApiDocument): OpenApiDocument {
  const copy = structuredClone(document);
  visitSchemas(copy, (schema: Record<string, unknown>) => {
    loosen(document, schema);
    cleanSchema(document, schema);
  });
  const { openapi } = document;
  return { ...copy, openapi: String(openapi).startsWith("3.0") ? "3.1.0" : openapi };
}
