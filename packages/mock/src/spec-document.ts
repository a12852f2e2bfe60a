/** An OpenAPI 3.1 document as plain data; every `$ref` in it points into itself. */
export type SpecDocument = Record<string, unknown>;
