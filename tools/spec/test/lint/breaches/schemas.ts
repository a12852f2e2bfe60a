import { type Breach, get, headers, post, schemas } from "./breach.ts";

/** Schemas, headers and bodies that break a rule. */
export const schemaBreaches: Record<string, Breach> = {
  "no dialect": {
    rule: "json-schema-dialect",
    set: { "/jsonSchemaDialect": undefined },
    at: "/jsonSchemaDialect",
  },
  "the dialect that switches Prism's checks off": {
    rule: "json-schema-dialect",
    set: { "/jsonSchemaDialect": "https://spec.openapis.org/oas/3.1/dialect/base" },
    at: "/jsonSchemaDialect",
  },
  "a pattern that is invalid under u": {
    rule: "pattern-unicode",
    file: schemas,
    set: { "/Page/properties/parent": { type: "string", pattern: "^[\\w-.]+$" } },
    at: "/Page/properties/parent/pattern",
    also: ["no-invalid-media-type-examples"],
  },
  "a property pattern that is invalid under u": {
    rule: "pattern-unicode",
    file: schemas,
    set: { "/Problem/patternProperties": { "a\\-b": {} } },
    at: "/Problem/patternProperties/a\\-b",
    also: ["no-invalid-media-type-examples"],
  },
  "a header without example": {
    rule: "header-example",
    file: headers,
    set: { "/RetryAfter/example": undefined },
    at: "/RetryAfter",
  },
  "a header example against its schema in another file": {
    rule: "header-examples",
    file: headers,
    set: { "/RetryAfter/example": -1 },
    at: "/RetryAfter/example",
  },
  "a named header example against its schema": {
    rule: "header-examples",
    file: headers,
    set: { "/RetryAfter/example": undefined, "/RetryAfter/examples": { soon: { value: "soon" } } },
    at: "/RetryAfter/examples/soon/value",
  },
  "a default of another type": {
    rule: "default-valid",
    set: { [`${get}/parameters/0/schema/default`]: "100" },
    at: `${get}/parameters/0/schema/default`,
  },
  "a default out of its limits": {
    rule: "default-valid",
    set: { [`${get}/parameters/0/schema/default`]: 101 },
    at: `${get}/parameters/0/schema/default`,
  },
  "a default against a schema that refers to itself": {
    rule: "default-valid",
    file: schemas,
    set: { "/Page/default": { things: [], parent: { things: ["no hash"] } } },
    at: "/Page/default",
  },
  "a success without content": {
    rule: "success-content",
    set: { [`${post}/responses/201/content`]: undefined },
    at: `${post}/responses/201`,
  },
  "a success without schema": {
    rule: "body-schema",
    set: { [`${post}/responses/201/content/application~1json/schema`]: undefined },
    at: `${post}/responses/201/content/application~1json`,
  },
  "a nullable": {
    rule: "no-nullable",
    file: schemas,
    set: { "/Problem/properties/status/nullable": true },
    at: "/Problem/properties/status/nullable",
    also: ["struct"],
  },
  "a response without named examples": {
    rule: "body-examples",
    set: { [`${post}/responses/201/content/application~1json/examples`]: undefined },
    at: `${post}/responses/201/content/application~1json`,
  },
  "a request body without named examples": {
    rule: "named-examples",
    set: { [`${post}/requestBody/content/application~1json/examples`]: {} },
    at: `${post}/requestBody/content/application~1json/examples`,
  },
};
