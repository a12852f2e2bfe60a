import { isObject, itemsOf, type JsonObject } from "@chainkit/openapi";

/** Emits the expression of a nested schema. */
export type Nested = (schema: unknown) => string;

/** Patterns of validated formats. Other formats are annotations, as in JSON Schema. */
const FORMATS: Readonly<Record<string, RegExp>> = {
  "date-time":
    /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])[T ]([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/i,
  date: /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/,
  uri: /^[a-z][a-z\d+.-]*:\S*$/i,
  "uri-reference": /^\S*$/,
  uuid: /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i,
};

/** Emits the keywords that apply to one JSON type as valibot expressions, by type. */
export const ofType: Readonly<
  Record<string, (schema: JsonObject, nested: Nested) => readonly string[]>
> = {
  null: () => ["v.null()"],
  boolean: () => ["v.boolean()"],
  integer: (schema) => ["v.number()", "v.integer()", ...bounds(schema)],
  number: (schema) => ["v.number()", ...bounds(schema)],
  string: ({ pattern, format, minLength, maxLength }) => [
    "v.string()",
    ...matching(typeof pattern === "string" ? new RegExp(pattern, "u") : undefined),
    ...matching(Object.hasOwn(FORMATS, String(format)) ? FORMATS[String(format)] : undefined),
    ...sized("text", "[...text].length", "characters", minLength, maxLength),
  ],
  array: ({ items, prefixItems, minItems, maxItems }, nested) => [
    // `items` is about those after `prefixItems`.
    `v.array(${nested(prefixItems === undefined ? (items ?? true) : true)})`,
    ...sized("list", "list.length", "items", minItems, maxItems),
  ],
  object: objectSteps,
};

function objectSteps(schema: JsonObject, nested: Nested): string[] {
  const { properties, required, patternProperties, minProperties, maxProperties } = schema;
  // Members that a pattern allows are not additional.
  const additionalProperties = isObject(patternProperties) ? true : schema.additionalProperties;
  const needed = itemsOf(required).map(String);
  const known = isObject(properties) ? properties : {};
  const names = [...new Set([...Object.keys(known), ...needed])];
  const entries = names.map((name) => {
    const value = nested(known[name] ?? true);
    const entry = needed.includes(name) ? value : `v.optional(${value})`;
    return `${JSON.stringify(name)}: ${entry}`;
  });
  const shape = `{ ${entries.join(", ")} }`;
  return [
    // Valibot accepts arrays as objects; an array without the required members is rejected below.
    ...(needed.length > 0 ? [] : ['v.custom((all) => !Array.isArray(all), "must be an object")']),
    additionalProperties === false
      ? `v.strictObject(${shape})`
      : isObject(additionalProperties)
        ? `v.objectWithRest(${shape}, ${nested(additionalProperties)})`
        : `v.looseObject(${shape})`,
    ...sized("all", "Object.keys(all).length", "members", minProperties, maxProperties),
  ];
}

function bounds(schema: JsonObject): string[] {
  return Object.entries({
    minimum: "minValue",
    maximum: "maxValue",
    exclusiveMinimum: "gtValue",
    exclusiveMaximum: "ltValue",
  }).flatMap(([keyword, action]) =>
    typeof schema[keyword] === "number" ? [`v.${action}(${schema[keyword]})`] : [],
  );
}

function matching(pattern: RegExp | undefined): string[] {
  return pattern ? [`v.regex(${pattern})`] : [];
}

function sized(name: string, size: string, of: string, least: unknown, most: unknown): string[] {
  const check = (sign: string, limit: unknown) =>
    typeof limit === "number"
      ? [`v.check((${name}) => ${size} ${sign} ${limit}, "must have ${sign} ${limit} ${of}")`]
      : [];
  return [...check(">=", least), ...check("<=", most)];
}
