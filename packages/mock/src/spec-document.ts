/** An OpenAPI 3.1 document as plain data, with internal `$ref`s only. */
export type SpecDocument = Record<string, unknown>;
