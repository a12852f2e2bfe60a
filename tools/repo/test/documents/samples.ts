import { jsonTypes, type OpenApiDocument, type Operation, type Schema } from "@chainkit/openapi";
import fc from "fast-check";
import { bodyValues, isField, wholeValues } from "./body.ts";
import { successOf } from "./stub.ts";
import { only, valuesOf } from "./values.ts";
import { isSendable } from "./wire.ts";

/** Random parameters of an operation, and the data of a response. */
export interface Sample {
  readonly given: Readonly<Record<string, unknown>>;
  readonly response: unknown;
}

/** Random values that an operation allows. */
export function samplesOf(document: OpenApiDocument, operation: Operation): fc.Arbitrary<Sample> {
  const { parameters, body } = operation;
  const record: Record<string, fc.Arbitrary<unknown>> = {};
  const required: string[] = [];
  const names = parameters.map(({ name }) => name);
  for (const parameter of parameters) {
    const { name, required: isRequired, schema } = parameter;
    const values = valuesOf(document, notNull(document, schema));
    record[name] = only(values, (value) => isSendable(parameter, value, names));
    if (isRequired) {
      required.push(name);
    }
  }
  if (body?.kind === "fields") {
    for (const field of body.fields) {
      const values = bodyValues(document, body, field.schema);
      record[field.name] = only(values, (value) => isField(document, body, field.name, value));
      if (field.required) {
        required.push(field.name);
      }
    }
  } else if (body) {
    record.body = wholeValues(document, body);
    if (body.required) {
      required.push("body");
    }
  }
  const { media } = successOf(operation);
  return fc.record({
    given: fc.record(record, { requiredKeys: required, noNullPrototype: true }),
    response: media
      ? valuesOf(document, media.schema ?? { type: "object", additionalProperties: {} })
      : fc.constant(undefined),
  });
}

/** Outside a body, null has no form but absence. */
function notNull(document: OpenApiDocument, schema: Schema): Schema {
  return jsonTypes(document, schema)?.has("null") ? { allOf: [schema] } : schema;
}
