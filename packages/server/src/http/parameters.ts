import { itemSchemas, jsonTypes, type SchemaOrBoolean } from "@chainkit/openapi";
import type { Ajv2020, ValidateFunction } from "ajv/dist/2020.js";
import type { InvalidParameter } from "./http-error.ts";
import { fieldReason, ruleOf } from "./rule.ts";
import type { BodySpec, OperationContent, ParameterSpec } from "./spec.ts";

/** Request data from the router: unparsed strings, except for the body. */
export interface RawRequest {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: unknown;
}

/** The parameters of a request as a flat object with wire names, or the validation errors. */
export type Parameters =
  | { readonly values: Readonly<Record<string, unknown>> }
  | { readonly errors: readonly InvalidParameter[] };

/**
 * Creates the parser and validator of the parameters of an operation. All errors are reported at once;
 * unknown query parameters are ignored.
 */
export function parameterReader(
  operation: OperationContent,
  ajv: Ajv2020,
): (request: RawRequest) => Parameters {
  const readers = operation.parameters.map((parameter) => ({
    parameter,
    readText: textReader(parameter),
    isList: typesOf(parameter.schema).has("array"),
    isValid: ajv.compile(parameter.schema),
  }));
  const isBody = operation.body ? ajv.compile(operation.body.schema) : undefined;

  return (request) => {
    const values: Record<string, unknown> = {};
    const errors: InvalidParameter[] = [];
    for (const { parameter, readText, isList, isValid } of readers) {
      const { name, schema } = parameter;
      const text = parameter.in === "path" ? request.params[name] : request.query[name];
      const value = readText(text);
      if (value === undefined) {
        if (parameter.required) {
          errors.push({ parameter: name, reason: "is required" });
        }
      } else if (!isList && Array.isArray(value)) {
        errors.push({ parameter: name, reason: "must be given once" });
      } else if (!isValid(value)) {
        errors.push({ parameter: name, reason: ruleOf(schema) });
      } else if (!parameter.bound) {
        values[name] = value;
      }
    }
    if (operation.body && isBody) {
      errors.push(...readBody(operation.body, isBody, request.body, values));
    }
    return errors.length > 0 ? { errors } : { values };
  };
}

/**
 * Creates the parser of a URL parameter by its schema, which returns the text itself if it does not
 * match.
 */
function textReader({
  schema,
  in: place,
}: ParameterSpec): (text: string | readonly string[] | undefined) => unknown {
  const types = typesOf(schema);
  const [items] = types.has("array") ? itemSchemas({}, schema) : [];
  const itemTypes = typesOf(items);
  return (text) => {
    if (text === undefined) {
      return schema.default;
    }
    if (types.has("array")) {
      return [text].flat().map((each) => readScalar(itemTypes, each));
    }
    if (typeof text !== "string") {
      return text;
    }
    if (text === "" && place === "query" && types.has("null")) {
      return schema.default ?? null;
    }
    return readScalar(types, text);
  };
}

function readScalar(types: ReadonlySet<string>, text: string): unknown {
  if (types.has("integer") && /^-?\d+$/.test(text)) {
    return Number(text);
  }
  if (types.has("number") && /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text)) {
    return Number(text);
  }
  return types.has("boolean") && /^(true|false)$/.test(text) ? text === "true" : text;
}

function typesOf(schema: SchemaOrBoolean | undefined): ReadonlySet<string> {
  return jsonTypes({}, schema) ?? new Set();
}

function readBody(
  { required, fields }: BodySpec,
  isValid: ValidateFunction,
  body: unknown,
  values: Record<string, unknown>,
): InvalidParameter[] {
  if (body === undefined && !required) {
    return [];
  }
  if (!isValid(body)) {
    return (isValid.errors ?? []).map(fieldReason);
  }
  if (!fields) {
    values.body = body;
    return [];
  }
  for (const name of fields) {
    values[name] = (body as Readonly<Record<string, unknown>>)[name];
  }
  return [];
}
