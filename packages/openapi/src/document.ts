import type { JsonObject } from "./json.ts";

/** An OpenAPI 3.0 or 3.1 document as data; every `$ref` in it leads into itself. */
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
  readonly default?: unknown;
  readonly example?: unknown;
  readonly examples?: readonly unknown[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  /** A flag beside `minimum` in OpenAPI 3.0, a bound of its own in 3.1. */
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
