/** The parts of an OpenAPI 3.0 or 3.1 document that the generator reads; the rest is left alone. */
export interface Document {
  openapi?: string;
  info?: { title?: string; summary?: string; description?: string };
  paths?: Record<string, Referenced<PathItem>>;
  components?: Record<string, Record<string, unknown>>;
  security?: SecurityRequirement[];
  "x-envelope"?: unknown;
}

export type Referenced<T> = T | { $ref: string };
type SecurityRequirement = Record<string, string[]>;

export const methods = [
  "get",
  "put",
  "post",
  "delete",
  "options",
  "head",
  "patch",
  "trace",
] as const;
export type Method = (typeof methods)[number];

export type PathItem = { [M in Method]?: OperationObject } & {
  parameters?: Referenced<Parameter>[];
  servers?: unknown[];
};

export interface OperationObject {
  operationId?: string;
  summary?: string;
  description?: string;
  deprecated?: boolean;
  externalDocs?: { url?: string };
  tags?: readonly string[];
  parameters?: Referenced<Parameter>[];
  requestBody?: Referenced<RequestBody>;
  responses?: Record<string, Referenced<ResponseObject>>;
  security?: SecurityRequirement[];
  servers?: unknown[];
  "x-idempotent"?: unknown;
  "x-pagination"?: unknown;
  "x-envelope"?: unknown;
}

export interface Parameter {
  name: string;
  in: string;
  description?: string;
  required?: boolean;
  deprecated?: boolean;
  style?: string;
  explode?: boolean;
  allowReserved?: boolean;
  schema?: SchemaOrBoolean;
  content?: unknown;
  example?: unknown;
  examples?: Record<string, Referenced<{ value?: unknown }>>;
  "x-client-option"?: unknown;
}

export interface MediaType {
  schema?: SchemaOrBoolean;
  example?: unknown;
  examples?: Record<string, Referenced<{ value?: unknown }>>;
}

export interface RequestBody {
  description?: string;
  required?: boolean;
  content?: Record<string, MediaType>;
}

export interface ResponseObject {
  description?: string;
  content?: Record<string, MediaType>;
}

export type SchemaOrBoolean = Referenced<Schema> | boolean;

export interface Schema {
  type?: string | string[];
  nullable?: boolean;
  description?: string;
  deprecated?: boolean;
  readOnly?: boolean;
  default?: unknown;
  example?: unknown;
  examples?: unknown[];
  enum?: unknown[];
  const?: unknown;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  /** A flag beside `minimum` in OpenAPI 3.0, a bound of its own in 3.1. */
  exclusiveMinimum?: boolean | number;
  exclusiveMaximum?: boolean | number;
  properties?: Record<string, SchemaOrBoolean>;
  required?: string[];
  additionalProperties?: SchemaOrBoolean;
  patternProperties?: unknown;
  items?: SchemaOrBoolean;
  allOf?: SchemaOrBoolean[];
  anyOf?: SchemaOrBoolean[];
  oneOf?: SchemaOrBoolean[];
}

/** Follows `$ref`s within the document until there is none left. */
export function resolve<T extends object>(document: Document, value: Referenced<T>): T {
  let current: unknown = value;
  for (let hops = 0; hops < 100; hops++) {
    const ref = (current as { $ref?: unknown }).$ref;
    if (typeof ref !== "string") {
      return current as T;
    }
    current = lookUp(document, ref);
  }
  throw new Error(`${JSON.stringify(value)} refers to itself`);
}

function lookUp(document: Document, ref: string): unknown {
  let node: unknown = document;
  for (const part of ref.replace(/^#\/?/, "").split("/").filter(Boolean)) {
    const key = decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~");
    node = Object(node)[key];
  }
  if (!ref.startsWith("#") || node === undefined || node === null) {
    throw new Error(`${ref} leads nowhere`);
  }
  return node;
}
