import type { OpenApiDocument } from "./document.ts";
import { isObject } from "./json.ts";

/**
 * Checks that a value is an OpenAPI document that the packages can read.
 *
 * @param name Name of the document, for messages.
 * @throws Error naming the document, what is wrong, and what to do.
 */
export function checkDocument(name: string, document: unknown): OpenApiDocument {
  if (!isObject(document) || !/^3\.[01]\.\d+$/.test(String(document.openapi))) {
    const { openapi } = Object(document) as OpenApiDocument;
    throw new Error(
      `${name}: expected an OpenAPI 3.0 or 3.1 document; received openapi: ${openapi}`,
    );
  }
  JSON.stringify(document, (key: string, value: unknown) => {
    if (key === "$ref" && typeof value === "string" && !value.startsWith("#")) {
      throw new Error(
        `${name}: external $ref ${value}; bundle the document first: npx @redocly/cli bundle`,
      );
    }
    return value;
  });
  return document;
}
