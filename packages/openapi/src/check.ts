import type { OpenApiDocument } from "./document.ts";
import { isObject } from "./json.ts";

/** The versions of OpenAPI that are read. */
export const VERSION = /^3\.[01](\.\d+)?$/;

/**
 * Checks that a value is an OpenAPI document that the packages can read, at least in part.
 *
 * @param name Name of the document, for messages.
 * @throws Error naming the document, what is wrong, and what to do.
 */
export function checkDocument(name: string, document: unknown): OpenApiDocument {
  if (!isObject(document) || !VERSION.test(String(document.openapi))) {
    const { openapi } = Object(document) as OpenApiDocument;
    throw new Error(
      `${name}: expected an OpenAPI 3.0 or 3.1 document; received openapi: ${openapi}`,
    );
  }
  return document;
}
