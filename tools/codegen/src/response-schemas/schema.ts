import { asObject, isObject, itemsOf, type JsonObject, visitSchemas } from "@chainkit/openapi";
import { type Nested, ofType } from "./keywords.ts";

const TYPES = ["string", "number", "boolean", "object", "array", "null"];

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
 * Converts a JSON Schema 2020-12 into a valibot expression. Constraints that cannot be expressed are
 * omitted, so that no valid value is rejected.
 *
 * @param named Returns the expression of a schema in `$defs`.
 * @param defs `$defs`.
 */
export function expressionOf(
  schema: unknown,
  named: (name: string) => string,
  defs: JsonObject = {},
): string {
  const nested: Nested = (part) => expressionOf(part, named, defs);
  if (!isObject(schema)) {
    return schema === false ? "v.never()" : "v.any()";
  }
  const { $ref, allOf } = schema;
  const all = [
    ...(typeof $ref === "string" ? [named($ref.split("/").at(-1) ?? "")] : []),
    ...own(schema, nested),
    ...itemsOf(allOf).map(nested),
    ...combined(schema, nested, defs),
  ];
  return pipe(all);
}

function pipe(steps: readonly string[]): string {
  // The first item of a pipe must be a schema, not a check.
  const isCheck = steps[0]?.startsWith("v.check(");
  const [first = "v.any()", ...rest] = isCheck ? ["v.any()", ...steps] : steps;
  return rest.length > 0 ? `v.pipe(${[first, ...rest].join(", ")})` : first;
}

/** Emits the expressions that apply to the value itself. */
function own(schema: JsonObject, nested: Nested): string[] {
  const { type, enum: values } = schema;
  if (schema.const !== undefined || Array.isArray(values)) {
    return valuesOf(schema.const === undefined ? itemsOf(values) : [schema.const]);
  }
  const types = type === undefined ? TYPES : [type].flat().map(String);
  const each = types.flatMap((name) => {
    const steps = ofType[name]?.(schema, nested);
    return steps ? [pipe(steps)] : [];
  });
  const isFree = type === undefined && each.join() === TYPES.map((name) => bare(name)).join();
  return isFree ? [] : [each.length > 1 ? union(each) : (each[0] ?? "v.any()")];
}

function bare(type: string): string {
  return pipe(ofType[type]?.({}, () => "v.any()") ?? []);
}

function union(each: readonly string[]): string {
  const others = each.filter((one) => one !== "v.null()");
  const one = others.length > 1 ? `v.union([${others.join(", ")}])` : (others[0] ?? "v.null()");
  return others.length < each.length && others.length > 0 ? `v.nullable(${one})` : one;
}

/** Emits an enum; objects and arrays among its values are not compared. */
function valuesOf(values: readonly unknown[]): string[] {
  if (values.some((value) => Object(value) === value)) {
    return [];
  }
  return [union(values.map((value) => (value === null ? "v.null()" : literal(value))))];
}

function literal(value: unknown): string {
  return `v.literal(${JSON.stringify(value)})`;
}

function combined({ anyOf, oneOf, not }: JsonObject, nested: Nested, defs: JsonObject): string[] {
  const some = itemsOf(anyOf).map(nested);
  const one = itemsOf(oneOf).map(nested);
  // What is omitted from a branch makes it match too often, so that others would not.
  const isOne = itemsOf(oneOf).every((branch) => isExpressible(branch, defs));
  const isNot = Object.keys(asObject(not)).length > 0 && isExpressible(not, defs);
  return [
    ...[some, ...(isOne ? [] : [one])]
      .filter(({ length }) => length > 0)
      .map((branches) => `v.union([${branches.join(", ")}])`),
    ...(isOne && one.length > 0
      ? [`v.check((value) => [${one.join(", ")}].filter((each) => v.is(each, value)).length === 1)`]
      : []),
    ...(isNot ? [`v.check((value) => !v.is(${nested(not)}, value))`] : []),
  ];
}

/**
 * Whether a schema, with all that it refers to, has no constraint that its expression omits.
 *
 * @param defs Targets of its references, by name.
 */
function isExpressible(schema: unknown, defs: JsonObject, seen: Set<unknown> = new Set()): boolean {
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
