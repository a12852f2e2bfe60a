import { isObject } from "@chainkit/openapi";
import type { Location } from "@redocly/openapi-core";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { type Found, follow, type Resolver } from "./node.ts";

const ajv = new Ajv2020({ strict: false, allErrors: true, logger: false });
addFormats.default(ajv);

/**
 * Copies a schema into a self-contained one. References become `$defs`, so that a recursive schema
 * stays finite.
 */
function selfContained(schema: Found<object>, resolver: Resolver): object {
  const definitions: Record<string, unknown> = {};
  const names = new Map<string, string>();
  const copy = (value: unknown, location: Location): unknown => {
    if (Array.isArray(value)) {
      return value.map((item) => copy(item, location));
    }
    if (!isObject(value)) {
      return value;
    }
    const fields = Object.entries(value).map(([key, field]) => [key, copy(field, location)]);
    const result = Object.fromEntries(fields);
    const target = typeof value.$ref === "string" && follow<object>(value, location, resolver);
    if (!target) {
      return result;
    }
    const pointer = target.location.absolutePointer;
    let name = names.get(pointer);
    if (!name) {
      name = `d${names.size}`;
      names.set(pointer, name);
      definitions[name] = copy(target.node, target.location);
    }
    return { ...result, $ref: `#/$defs/${name}` };
  };
  return { ...(copy(schema.node, schema.location) as object), $defs: definitions };
}

/**
 * Validates a value against a schema of the document, as JSON Schema 2020-12 with formats.
 *
 * @returns Error message; undefined if the value is valid.
 */
export function whyInvalid(
  value: unknown,
  schema: Found<object>,
  resolver: Resolver,
): string | undefined {
  try {
    const validate = ajv.compile(selfContained(schema, resolver));
    if (validate(value)) {
      return undefined;
    }
    return ajv.errorsText(validate.errors, { dataVar: "it" });
  } catch (error) {
    return `invalid schema: ${error instanceof Error ? error.message : error}`;
  }
}
