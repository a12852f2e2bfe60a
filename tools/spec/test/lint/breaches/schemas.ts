import { type Breach, breach, get, headers, post, schemas } from "./breach.ts";

const limit = `${get}/parameters/0`;
const added = `${post}/responses/201`;
const body = `${added}/content/application~1json`;
const also = ["no-invalid-media-type-examples"];

/** Schemas, headers and bodies that break a rule. */
export const schemaBreaches: Record<string, Breach> = {
  "no dialect": breach("json-schema-dialect", "/jsonSchemaDialect", undefined),
  "the dialect that switches Prism's checks off": breach(
    "json-schema-dialect",
    "/jsonSchemaDialect",
    "https://spec.openapis.org/oas/3.1/dialect/base",
  ),
  "a pattern that is invalid under u": breach(
    "pattern-unicode",
    "/Page/properties/parent",
    { type: "string", pattern: "^[\\w-.]+$" },
    { file: schemas, at: "/Page/properties/parent/pattern", also },
  ),
  "a property pattern that is invalid under u": breach(
    "pattern-unicode",
    "/Problem/patternProperties",
    { "a\\-b": {} },
    { file: schemas, at: "/Problem/patternProperties/a\\-b", also },
  ),
  "a header without example": breach("header-example", "/RetryAfter/example", undefined, {
    file: headers,
    at: "/RetryAfter",
  }),
  "a header example against its schema in another file": breach(
    "header-examples",
    "/RetryAfter/example",
    -1,
    { file: headers },
  ),
  "a named header example against its schema": {
    rule: "header-examples",
    file: headers,
    set: { "/RetryAfter/example": undefined, "/RetryAfter/examples": { soon: { value: "soon" } } },
    at: "/RetryAfter/examples/soon/value",
  },
  "a default of another type": breach("default-valid", `${limit}/schema/default`, "100"),
  "a default out of its limits": breach("default-valid", `${limit}/schema/default`, 101),
  "a default against a schema that refers to itself": breach(
    "default-valid",
    "/Page/default",
    { things: [], parent: { things: ["no hash"] } },
    { file: schemas },
  ),
  "a success without content": breach("success-content", `${added}/content`, undefined, {
    at: added,
  }),
  "a success without schema": breach("body-schema", `${body}/schema`, undefined, { at: body }),
  "a nullable": breach("no-nullable", "/Problem/properties/status/nullable", true, {
    file: schemas,
    also: ["struct"],
  }),
  "a response without named examples": breach("body-examples", `${body}/examples`, undefined, {
    at: body,
  }),
  "a request body without named examples": breach(
    "named-examples",
    `${post}/requestBody/content/application~1json/examples`,
    {},
  ),
};
