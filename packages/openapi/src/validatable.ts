import type { OpenApiDocument } from "./document.ts";
import { toVersion31 } from "./version31.ts";
import { visitSchemas } from "./walk.ts";

/** Formats that validators check: those of JSON Schema that ajv-formats has, and those of OpenAPI. */
export const FORMATS: ReadonlySet<string> = new Set([
  ...["date", "time", "date-time", "iso-time", "iso-date-time", "duration"],
  ...["uri", "uri-reference", "uri-template", "url", "email", "hostname", "ipv4", "ipv6"],
  ...["regex", "uuid", "json-pointer", "json-pointer-uri-fragment", "relative-json-pointer"],
  ...["byte", "int32", "int64", "float", "double", "password", "binary"],
]);

/**
 * Returns a document of OpenAPI 3.1 of which validators compile what others write: OpenAPI 3.0 is converted, and
 * formats that no validator knows restrict nothing.
 */
export function toValidatable(document: OpenApiDocument): OpenApiDocument {
  const copy = structuredClone(toVersion31(document));
  visitSchemas(copy, (schema: Record<string, unknown>) => {
    if (!FORMATS.has(String(schema.format))) {
      delete schema.format;
    }
  });
  return copy;
}
