import type { OpenApiDocument, SchemaOrBoolean } from "./document.ts";
import { isObject } from "./json.ts";
import { jsonSchemasOf, type Use } from "./json-schemas.ts";
import type { JsonSchema } from "./sample-keywords.ts";
import { noSample, SampleMaker } from "./sample-maker.ts";
import { errorsOf } from "./validate.ts";

/** Attempts to make a value that the schema allows. */
const MAX_ROUNDS = 30;

/**
 * Makes a valid value of a schema: from its examples, or else from its keywords. The value is validated, and where
 * it is wrong, other examples, branches and texts are tried.
 *
 * @param at Location of the schema, for the error message. It ends with a name, which suggests values.
 * @param use Whether the value is sent in a request or a response.
 * @throws Error with the location of a part that no value can be made of.
 */
export function sampleOf(
  document: OpenApiDocument,
  schema: SchemaOrBoolean,
  at: string,
  use: Use = "request",
): unknown {
  const schemas = jsonSchemasOf(document, use);
  const stated = schema as JsonSchema;
  const root = schemas.convert(stated) as JsonSchema;
  const maker = new SampleMaker(schemas, use, at);
  for (let round = 1; ; round++) {
    const value = maker.sample(root);
    const errors = errorsOf(document, stated, value, use);
    const [error] = errors;
    if (!error) {
      return value;
    }
    if (round === MAX_ROUNDS || !maker.tryOthers(errors)) {
      throw noSample(at, `${error.instancePath} ${error.message}`.trim());
    }
  }
}

/**
 * Puts the status of a response into problem details that were made for it: they repeat it (RFC 9457, 3.1.2), which their
 * schema does not say.
 */
export function withStatus(sample: unknown, mediaType: string, status: number): unknown {
  const isProblem = mediaType === "application/problem+json";
  return isProblem && isObject(sample) && Number.isInteger(sample.status)
    ? { ...sample, status }
    : sample;
}
