import { type ErrorObject, errorsOf, type Use } from "@chainkit/openapi";
import type { JsonSchema } from "@chainkit/runtime";

/** Validates a value. @returns The first error, with its JSON pointer and the first key of that; undefined if valid. */
export function fault(
  schema: JsonSchema,
  value: unknown,
  use: Use = "request",
): { readonly pointer: string; readonly name: string; readonly reason: string } | undefined {
  const [error] = errorsOf(schema, schema, value, use);
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
