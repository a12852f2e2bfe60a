import { isObject, type JsonObject } from "./json.ts";

/** A parsed OpenAPI 3.0 or 3.1 document in which every `$ref` is internal. */
export type OpenApiDocument = JsonObject;

/** The HTTP methods that a path item may have, in the order in which operations are listed. */
export const METHODS = [
  "get",
  "put",
  "post",
  "delete",
  "options",
  "head",
  "patch",
  "trace",
] as const;

/** A JSON Schema, or a reference to one, or `true` or `false`. */
export type SchemaOrBoolean = Schema | boolean;

/** The keywords of a JSON Schema that are read by name. */
export type Schema = {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly nullable?: boolean;
  readonly description?: string;
  readonly deprecated?: boolean;
  readonly readOnly?: boolean;
  readonly writeOnly?: boolean;
  readonly default?: unknown;
  readonly example?: unknown;
  readonly examples?: readonly unknown[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly contentMediaType?: string;
  readonly contentEncoding?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  /** In OpenAPI 3.0 a flag that modifies `minimum`; in 3.1 a bound. */
  readonly exclusiveMinimum?: boolean | number;
  readonly exclusiveMaximum?: boolean | number;
  readonly properties?: Readonly<Record<string, SchemaOrBoolean>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: SchemaOrBoolean;
  readonly items?: SchemaOrBoolean;
  readonly allOf?: readonly SchemaOrBoolean[];
  readonly anyOf?: readonly SchemaOrBoolean[];
  readonly oneOf?: readonly SchemaOrBoolean[];
};

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
