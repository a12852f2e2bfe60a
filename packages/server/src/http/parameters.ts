import { itemSchemas, jsonTypes, type RequestBody, type Schema } from "@chainkit/openapi";
import type { ErrorObject } from "ajv";
import type { Ajv2020, ValidateFunction } from "ajv/dist/2020.js";
import { type InvalidParameter, invalid } from "./http-error.ts";
import type { OperationContent } from "./spec.ts";

/** Request data from the router: unparsed strings, except for the body. */
export interface RawRequest {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: unknown;
}

/**
 * Creates the parser and validator of the parameters of an operation. Unknown query parameters are ignored.
 *
 * @returns Reads the parameters of a request as a flat object with wire names; throws HttpError 400 with all errors.
 */
export function parameterReader(
  { parameters, body }: OperationContent,
  ajv: Ajv2020,
): (request: RawRequest) => Readonly<Record<string, unknown>> {
  const readers = parameters.map((parameter) => ({
    ...parameter,
    isList: jsonTypes(DOCUMENT, parameter.schema)?.has("array") === true,
    readText: textReader(parameter.schema),
    isValid: ajv.compile(parameter.schema),
  }));
  const compiledBody = body && { ...body, isValid: ajv.compile(body.schema) };

  return (request) => {
    const values: Record<string, unknown> = {};
    const errors: InvalidParameter[] = [];
    for (const parameter of readers) {
      const { name, schema, isList, readText, isValid } = parameter;
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
      } else {
        values[parameter.argument] = value;
      }
    }
    if (compiledBody) {
      errors.push(...readBody(compiledBody, request.body, values));
    }
    if (errors.length > 0) {
      throw invalid(errors);
    }
    return values;
  };
}

/** The document of schemas without references. */
const DOCUMENT = {};

const INTEGER = /^-?\d+$/;
/** Also with an exponent, as clients write very large and very small ones. */
const NUMBER = /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i;

/** Creates the parser of a URL parameter by its schema; text that does not match is returned as it is. */
function textReader(schema: Schema): (text: string | readonly string[] | undefined) => unknown {
  const types = jsonTypes(DOCUMENT, schema) ?? new Set();
  const [items] = itemSchemas(DOCUMENT, schema);
  const readItem = items === undefined ? undefined : textReader(Object(items));
  return (text) => {
    if (text === undefined) {
      return schema.default;
    }
    if (types.has("array")) {
      return [text].flat().map((item) => readItem?.(item) ?? item);
    }
    if (typeof text !== "string") {
      return text;
    }
    if (text === "" && types.has("null")) {
      return schema.default ?? null;
    }
    if (
      (types.has("integer") && INTEGER.test(text)) ||
      (types.has("number") && NUMBER.test(text))
    ) {
      return Number(text);
    }
    return types.has("boolean") && /^(true|false)$/.test(text) ? text === "true" : text;
  };
}

function readBody(
  { required, kind, fields, isValid }: RequestBody & { readonly isValid: ValidateFunction },
  body: unknown,
  values: Record<string, unknown>,
): InvalidParameter[] {
  if (body === undefined) {
    return required ? [{ parameter: "body", reason: "is required" }] : [];
  }
  if (!isValid(body)) {
    return (isValid.errors ?? []).map(fieldReason);
  }
  if (kind === "whole") {
    values.body = body;
    return [];
  }
  for (const { name } of fields) {
    values[name] = (body as Readonly<Record<string, unknown>>)[name];
  }
  return [];
}

/**
 * Describes the constraint of a schema for an error message.
 *
 * @example
 * ruleOf({ type: "integer", minimum: 1, maximum: 100 }); // "must be an integer from 1 to 100"
 */
function ruleOf(schema: Schema): string {
  const { pattern, minimum, maximum } = schema;
  if (Array.isArray(schema.enum)) {
    return `must be one of ${schema.enum.join(", ")}`;
  }
  if (typeof pattern === "string") {
    return patternRule(pattern);
  }
  const types = [schema.type].flat();
  if (!types.includes("integer")) {
    return `must be ${article(String(types[0]))}`;
  }
  const from = minimum === undefined ? "" : ` from ${minimum}`;
  const to = maximum === undefined ? "" : ` to ${maximum}`;
  return `must be an integer${from}${to}`;
}

function patternRule(pattern: string): string {
  const digits = /^\^0x\[a-fA-F0-9\]\{(\d+)\}\$$/.exec(pattern)?.[1];
  if (digits) {
    return `must be 0x and ${digits} hexadecimal digits`;
  }
  const word = /^\^\(\\d\+\|(\w+)\)\$$/.exec(pattern)?.[1];
  return word ? `must be a decimal number or the word ${word}` : `must match ${pattern}`;
}

function fieldReason(error: ErrorObject): InvalidParameter {
  const field = error.instancePath.slice(1).replaceAll("/", ".");
  if (error.keyword === "required") {
    const name = String(error.params.missingProperty);
    return { parameter: field ? `${field}.${name}` : name, reason: "is required" };
  }
  const reason =
    error.keyword === "type" ? `must be ${article(String(error.params.type))}` : error.message;
  return { parameter: field || "body", reason: reason ?? "is invalid" };
}

function article(noun: string): string {
  return `${/^[aeiou]/.test(noun) ? "an" : "a"} ${noun}`;
}
