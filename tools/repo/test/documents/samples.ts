import {
  isBinary,
  isObject,
  itemSchemas,
  type JsonObject,
  type OpenApiDocument,
  type Operation,
  propertyOf,
  type RequestBody,
} from "@chainkit/openapi";
import fc from "fast-check";
import { successOf, textsOf } from "./stub.ts";
import { only, valuesOf } from "./values.ts";

/** Random parameters of an operation, and the data of a response. */
export interface Sample {
  readonly given: JsonObject;
  readonly response: unknown;
}

/** Random values that an operation allows. */
export function samplesOf(document: OpenApiDocument, operation: Operation): fc.Arbitrary<Sample> {
  const { parameters, body } = operation;
  const record: Record<string, fc.Arbitrary<unknown>> = {};
  const requiredKeys = parameters.filter(({ required }) => required).map((each) => each.argument);
  for (const { argument, schema, required, in: place } of parameters) {
    record[argument] = only(
      valuesOf(document, schema),
      (value) =>
        // Encodings of other letters, and spaces around a value, are not those of a header.
        (place !== "header" || /^[!-~]*$/.test(JSON.stringify(value))) &&
        !(required && textsOf(value) === undefined),
    );
  }
  const whole = { name: "body", required: body?.required, schema: body?.sent?.schema };
  for (const field of body?.kind === "fields" ? body.fields : body ? [whole] : []) {
    record[field.name] = only(
      bodyValues(document, body, field.schema),
      (value) => !field.required || body?.format === "json" || textsOf(value) !== undefined,
    );
    requiredKeys.push(...(field.required ? [field.name] : []));
  }
  const { media } = successOf(operation);
  return fc.record({
    given: fc.record(record, { requiredKeys, noNullPrototype: true }),
    response: media
      ? valuesOf(document, media.schema ?? { type: "object", additionalProperties: {} })
      : fc.constant(undefined),
  });
}

/** Random values of the body, or of one of its fields: strings that stand for bytes are bytes. */
function bodyValues(
  document: OpenApiDocument,
  body: RequestBody | undefined,
  schema: unknown,
): fc.Arbitrary<unknown> {
  if (body?.format === "raw") {
    const bytes = fc.uint8Array().map((each) => new Blob([each as BlobPart]));
    return fc.oneof(fc.string(), bytes);
  }
  const values = valuesOf(document, schema as object);
  return body?.format === "multipart"
    ? values.map((value) => withFiles(document, schema, value))
    : values;
}

function withFiles(document: OpenApiDocument, schema: unknown, value: unknown): unknown {
  if (typeof value === "string" && isBinary(document, schema)) {
    return new File([value], 'a "file".png', { type: "image/png" });
  }
  if (Array.isArray(value)) {
    const [items] = itemSchemas(document, schema);
    return value.map((each) => withFiles(document, items, each));
  }
  if (!isObject(value)) {
    return value;
  }
  const members = Object.entries(value).map(([name, each]) => [
    name,
    withFiles(document, propertyOf(document, schema, name), each),
  ]);
  return Object.fromEntries(members);
}
