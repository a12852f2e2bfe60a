import type { Schema } from "@chainkit/openapi";
import type { JsonType, ParameterRule } from "@chainkit/runtime";
import type { Report } from "../problems.ts";

/**
 * Returns the values that a schema lists. Reports those that could never be sent, because the check of the
 * type would refuse them.
 *
 * @param types Types that the schema allows.
 */
export function enumRule(
  schema: Schema,
  types: readonly JsonType[],
  report: Report,
): Pick<ParameterRule, "enum"> {
  const values = (schema.enum ?? [schema.const]).filter((value) => value != null);
  for (const value of values) {
    const shown = JSON.stringify(value);
    if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
      report("enum", `${shown} is beyond 2^53, where numbers are rounded`, "use strings");
    } else if (!types.some((type) => isOfType(value, type))) {
      const fix = "write a value of this type; in YAML, a string such as 404 or true needs quotes";
      report("enum", `${shown} is not of the type ${types.join(" or ")}`, fix);
    }
  }
  const listable = values.filter((value) => typeof value === "string" || typeof value === "number");
  return values.length > 0 && listable.length === values.length ? { enum: listable } : {};
}

function isOfType(value: unknown, type: JsonType): boolean {
  if (type === "integer") {
    return Number.isInteger(value);
  }
  const own: string = Array.isArray(value) ? "array" : typeof value;
  return own === type;
}
