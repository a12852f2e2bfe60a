import {
  isObject,
  type OpenApiDocument,
  type Schema,
  type SchemaOrBoolean,
  schemaOf,
} from "@chainkit/openapi";
import fc from "fast-check";

/** Made once: each takes milliseconds to make. */
const URLS = fc.webUrl();

const LETTERS: Schema = { type: "string", pattern: "^[a-z]{1,8}$" };

/** Deeper than this, objects have only what they must. */
const DEEP = 3;
const DEEPEST = 8;

/** Schemas that the values of one are made of: those that refer to each other have no end. */
const MOST = 400;

/**
 * Random values that a schema allows.
 *
 * @param left Number of schemas that may still be read; then objects and arrays are empty.
 * @throws Error if it has a pattern of which no text can be made.
 */
export function valuesOf(
  document: OpenApiDocument,
  schemaOrRef: SchemaOrBoolean | undefined,
  level = 0,
  left = { schemas: MOST },
): fc.Arbitrary<unknown> {
  left.schemas -= 1;
  const depth = left.schemas < 0 ? DEEPEST + 1 : level;
  const schema = flat(document, schemaOrRef, depth);
  if (schema.const !== undefined) {
    return fc.constant(schema.const);
  }
  const choices = (schema.enum ?? []).filter((value) => value !== null);
  if (choices.length > 0) {
    return fc.constantFrom(...choices);
  }
  const branches = schema.oneOf ?? schema.anyOf;
  if (branches && branches.length > 0) {
    const { oneOf: _, anyOf: __, ...base } = schema;
    const some = depth > DEEP ? branches.slice(0, 1) : branches;
    return fc.oneof(
      ...some.map((branch) => valuesOf(document, { allOf: [base, branch] }, depth + 1, left)),
    );
  }
  switch (typeOf(schema)) {
    case "string":
      return texts(schema);
    case "integer":
      return fc.integer(bounds(schema, -(2 ** 31), 2 ** 31 - 1, 1));
    case "number":
      return fc.integer(bounds(schema, -1e6, 1e6, 1)).map((value) => value);
    case "boolean":
      return fc.boolean();
    case "array":
      return fc.array(
        depth > DEEPEST ? fc.constant(null) : valuesOf(document, schema.items, depth + 1, left),
        {
          minLength: Math.min(schema.minItems ?? 0, 3),
          maxLength: Math.max(schema.minItems ?? 0, depth > DEEP ? 0 : 3),
        },
      );
    case "object":
      return objects(document, schema, depth, left);
    case "null":
      return fc.constant(null);
    default:
      return fc.oneof(fc.string(), fc.integer(), fc.boolean());
  }
}

/** A schema with what its `allOf` adds in itself. */
function flat(
  document: OpenApiDocument,
  schemaOrRef: SchemaOrBoolean | undefined,
  depth: number,
): Schema & { readonly minItems?: number } {
  const { allOf = [], ...own } = schemaOf(document, schemaOrRef);
  if (depth > DEEPEST) {
    return own;
  }
  return allOf
    .map((part) => flat(document, part, depth + 1))
    .reduce<Schema>(
      (all, part) => ({
        ...Object.assign({}, part, all),
        ...(all.properties || part.properties
          ? { properties: { ...part.properties, ...all.properties } }
          : {}),
        ...(all.required || part.required
          ? { required: [...(part.required ?? []), ...(all.required ?? [])] }
          : {}),
      }),
      own,
    );
}

function typeOf(schema: Schema): string | undefined {
  const [type = schema.type === "null" ? "null" : undefined] = [schema.type ?? []]
    .flat()
    .filter((each) => each !== "null");
  return type ?? (schema.properties ? "object" : schema.items ? "array" : undefined);
}

/**
 * Those of some values that are wanted.
 *
 * @throws Error when one is generated, if hardly any is: a filter of fast-check would look on for ever.
 */
export function only<Value>(
  values: fc.Arbitrary<Value>,
  isWanted: (value: Value) => boolean,
): fc.Arbitrary<Value> {
  let misses = 0;
  return values.filter((value) => {
    const isFound = isWanted(value);
    misses = isFound ? 0 : misses + 1;
    if (misses > 3_000) {
      throw new Error(`no value found, last tried ${JSON.stringify(value)}`);
    }
    return isFound;
  });
}

function matching(pattern: string): fc.Arbitrary<string> {
  try {
    return fc.stringMatching(new RegExp(pattern));
  } catch {
    // It knows no look-ahead.
    return fc.string();
  }
}

function texts({ pattern, format, minLength = 0, maxLength }: Schema & { format?: string }) {
  const most = Math.max(minLength, maxLength ?? Number.POSITIVE_INFINITY);
  if (pattern !== undefined) {
    return only(matching(pattern), ({ length }) => length >= minLength && length <= most);
  }
  switch (format) {
    case "date-time":
      return fc
        .date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) })
        .map((date) => date.toISOString());
    case "date":
      return fc
        .date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) })
        .map((date) => date.toISOString().slice(0, 10));
    case "uuid":
      return fc.uuid();
    case "email":
      return fc.uuid().map((id) => `${id}+a@mail.example`);
    case "uri":
      return URLS;
    default:
      // Letters of all alphabets, and what has a meaning in URLs.
      return fc.oneof(
        fc.string({
          unit: "grapheme",
          minLength,
          maxLength: Math.max(minLength, Math.min(most, 20)),
        }),
        fc.string({
          unit: fc.constantFrom("/", "?", "#", "&", "=", "+", "%", " ", ".", ",", ":", "é", "a"),
          minLength,
          maxLength: Math.max(minLength, Math.min(most, 8)),
        }),
      );
  }
}

function bounds(schema: Schema, lowest: number, highest: number, step: number) {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  const above = exclusiveMinimum === true ? minimum : exclusiveMinimum;
  const below = exclusiveMaximum === true ? maximum : exclusiveMaximum;
  const min = Math.ceil(typeof above === "number" ? above + step : (minimum ?? lowest));
  const max = Math.floor(typeof below === "number" ? below - step : (maximum ?? highest));
  const least = Math.min(Math.max(min, -(2 ** 31)), 2 ** 31 - 1);
  return { min: least, max: Math.min(Math.max(max, least), 2 ** 31 - 1) };
}

function objects(
  document: OpenApiDocument,
  { properties = {}, required = [], additionalProperties }: Schema,
  depth: number,
  left: { schemas: number },
): fc.Arbitrary<unknown> {
  const isNeeded = (name: string) => required.includes(name) && depth <= DEEPEST;
  const kept = Object.entries(properties)
    .filter(([name]) => isNeeded(name) || depth <= DEEP)
    .filter(([, schema]) => !schemaOf(document, schema).readOnly);
  const declared = fc.record(
    Object.fromEntries(
      kept.map(([name, each]) => [name, valuesOf(document, each, depth + 1, left)]),
    ),
    { requiredKeys: kept.map(([name]) => name).filter(isNeeded), noNullPrototype: true },
  );
  // An object without a word about its members has any; texts of letters are read as what they are.
  const isFree = Object.keys(properties).length === 0 && additionalProperties !== false;
  const others = isObject(additionalProperties)
    ? (additionalProperties as Schema)
    : isFree && LETTERS;
  if (!others || depth > DEEP) {
    return declared;
  }
  const more = fc.dictionary(
    fc.stringMatching(/^[a-z]{1,8}$/),
    valuesOf(document, others, depth + 1, left),
    { maxKeys: 2, noNullPrototype: true },
  );
  return fc.tuple(more, declared).map(([free, own]) => ({ ...free, ...own }));
}
