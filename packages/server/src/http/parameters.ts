import type { Ajv2020, ValidateFunction } from "ajv/dist/2020.js";
import type { InvalidParameter } from "./http-error.ts";
import { fieldReason, ruleOf } from "./rule.ts";
import type { OperationContent, ParameterSpec, Schema } from "./spec.ts";

/** What a request carries, as the router hands it over: still text, except for the body. */
export interface RawRequest {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: unknown;
}

/** The parameters of a request, flat, by the wire's names; or what is wrong with them. */
export type Parameters =
  | { readonly values: Readonly<Record<string, unknown>> }
  | { readonly errors: readonly InvalidParameter[] };

/**
 * Makes the function that reads and checks the parameters of an operation. All faults are told at
 * once; query parameters that the contract does not know are ignored.
 */
export function parameterReader(
  operation: OperationContent,
  ajv: Ajv2020,
): (request: RawRequest) => Parameters {
  const readers = operation.parameters.map((parameter) => ({
    parameter,
    isValid: ajv.compile(parameter.schema),
  }));
  const isBody = operation.body ? ajv.compile(operation.body) : undefined;

  return (request) => {
    const values: Record<string, unknown> = {};
    const errors: InvalidParameter[] = [];
    for (const { parameter, isValid } of readers) {
      const { name, schema } = parameter;
      const text = parameter.in === "path" ? request.params[name] : request.query[name];
      const value = readText(parameter, text);
      if (value === undefined) {
        if (parameter.required) {
          errors.push({ parameter: name, reason: "is required" });
        }
      } else if (Array.isArray(value)) {
        errors.push({ parameter: name, reason: "must be given once" });
      } else if (!isValid(value)) {
        errors.push({ parameter: name, reason: ruleOf(schema) });
      } else if (!parameter.bound) {
        values[name] = value;
      }
    }
    if (isBody) {
      errors.push(...readBody(isBody, request.body, values));
    }
    return errors.length > 0 ? { errors } : { values };
  };
}

/** The value that a text of the URL stands for; as it is where it stands for none. */
function readText(
  { schema, in: place }: ParameterSpec,
  text: string | readonly string[] | undefined,
): unknown {
  if (typeof text !== "string") {
    return text ?? schema.default;
  }
  const types = typesOf(schema);
  if (text === "" && place === "query" && types.includes("null")) {
    return schema.default ?? null;
  }
  return types.includes("integer") && /^-?\d+$/.test(text) ? Number(text) : text;
}

function readBody(
  isValid: ValidateFunction,
  body: unknown,
  values: Record<string, unknown>,
): InvalidParameter[] {
  if (isValid(body)) {
    const declared = (isValid.schema as Schema).properties ?? {};
    for (const name of Object.keys(declared)) {
      values[name] = (body as Record<string, unknown>)[name];
    }
    return [];
  }
  return (isValid.errors ?? []).map(fieldReason);
}

function typesOf(schema: Schema): readonly unknown[] {
  return Array.isArray(schema.type) ? schema.type : [schema.type];
}
