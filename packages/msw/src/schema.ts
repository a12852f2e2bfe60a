import { itemSchemas, jsonTypes, propertyOf } from "@chainkit/openapi";
import type { JsonSchema } from "@chainkit/runtime";
import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";

const ajv = new Ajv2020({ strict: false, logger: false });
addFormats.default(ajv);

const compiled = new WeakMap<JsonSchema, ValidateFunction>();

/** Validates a value. @returns The first error, with its JSON pointer and the first key of that; undefined if valid. */
export function fault(
  schema: JsonSchema,
  value: unknown,
): { readonly pointer: string; readonly name: string; readonly reason: string } | undefined {
  const validate = compiled.get(schema) ?? ajv.compile(schema);
  compiled.set(schema, validate);
  const [error] = validate(value) ? [] : (validate.errors ?? []);
  return error && describe(error);
}

function describe({ keyword, instancePath, params, message = "" }: ErrorObject) {
  const key = params.missingProperty ?? params.additionalProperty;
  const pointer = key === undefined ? instancePath : `${instancePath}/${key}`;
  const reason =
    keyword === "required"
      ? "is required"
      : keyword === "additionalProperties"
        ? "is not a parameter"
        : keyword === "enum"
          ? `must be one of ${params.allowedValues.join(", ")}`
          : message;
  const [, name = ""] = pointer.split("/");
  return { pointer, name: name.replaceAll("~1", "/").replaceAll("~0", "~"), reason };
}

/** Returns the types that a property of a schema allows; empty if it does not restrict them. */
export function typesOf(schema: JsonSchema, name: string): ReadonlySet<string> {
  return jsonTypes(schema, propertyOf(schema, schema, name)) ?? new Set();
}

/** Returns the types that the items of a property allow. */
export function itemTypesOf(schema: JsonSchema, name: string): ReadonlySet<string> {
  const items = itemSchemas(schema, propertyOf(schema, schema, name));
  return new Set(items.flatMap((item) => [...(jsonTypes(schema, item) ?? [])]));
}
