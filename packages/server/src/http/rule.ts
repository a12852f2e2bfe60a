import type { Schema } from "@chainkit/openapi";
import type { ErrorObject } from "ajv";
import type { InvalidParameter } from "./http-error.ts";

/**
 * Describes the constraint of a schema for an error message.
 *
 * @example
 * ruleOf({ type: "integer", minimum: 1, maximum: 100 }); // "must be an integer from 1 to 100"
 */
export function ruleOf(schema: Schema): string {
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

/** Converts a validation error of a body. */
export function fieldReason(error: ErrorObject): InvalidParameter {
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
