import { itemsOf, type JsonObject, visitSchemas } from "@chainkit/openapi";

/** Keywords whose constraints are omitted. */
const OMITTED = [
  "contains",
  "dependentRequired",
  "dependentSchemas",
  "if",
  "multipleOf",
  "patternProperties",
  "prefixItems",
  "propertyNames",
  "unevaluatedItems",
  "unevaluatedProperties",
  "uniqueItems",
];

/**
 * Whether a schema, with all that it refers to, has no constraint that its expression omits.
 *
 * @param defs Targets of its references, by name.
 */
export function isExpressible(
  schema: unknown,
  defs: JsonObject,
  seen: Set<unknown> = new Set(),
): boolean {
  if (seen.has(schema)) {
    return true;
  }
  seen.add(schema);
  let isExact = true;
  visitSchemas({ components: { schemas: { schema } } }, (each) => {
    const { $ref, enum: values, const: value } = each;
    isExact &&=
      !OMITTED.some((keyword) => keyword in each) &&
      ![...itemsOf(values), value].some((one) => Object(one) === one) &&
      (typeof $ref !== "string" || isExpressible(defs[$ref.slice("#/$defs/".length)], defs, seen));
  });
  return isExact;
}
