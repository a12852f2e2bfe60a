import { isObject, type OpenApiDocument, type Operation, type Parameter } from "@chainkit/openapi";
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
    const { argument, required: isRequired, schema } = parameter;
    // Outside a body, null has no form but absence.
    const values = only(valuesOf(document, schema), (value) => !hasNull(value));
    const isSent = (value: unknown) => !isRequired || !isObject(value) || !isEmptyObject(value);
    record[argument] = only(
      values,
      (value) =>
        isSendable(parameter, value, names) &&
        isSent(value) &&
        isWhole(operation, parameter, value),
    );
    if (isRequired) {
      required.push(argument);
    }
  }
  const isForm = body?.format === "multipart" || body?.format === "urlencoded";
  if (body?.kind === "fields") {
    for (const field of body.fields) {
      const values = bodyValues(document, body, field.schema);
      record[field.name] = only(
        values,
        (value) =>
          isField(document, body, field.name, value) &&
          !(isForm && field.required && isEmpty(value)),
      );
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

/** Whether a value has nothing of the text between it and the next one of its segment, as in `{name}.{extension}`. */
function isWhole({ path }: Operation, { in: place, name }: Parameter, value: unknown): boolean {
  const segment = path.split("/").find((each) => each.includes(`{${name}}`)) ?? "";
  const between = segment.replaceAll(/\{[^{}]*\}/g, "");
  const isAlone = place !== "path" || segment.split("{").length < 3;
  return isAlone || ![...between].some((mark) => String(value).includes(mark));
}

function hasNull(value: unknown): boolean {
  return value === null || (typeof value === "object" && Object.values(value).some(hasNull));
}

function isEmptyObject(value: object): boolean {
  return Object.keys(value).length === 0;
}

/** Of a list without items, and of null, a form has nothing. */
function isEmpty(value: unknown): boolean {
  return value === null || (Array.isArray(value) && value.length === 0);
}
