import type { OpenApiDocument, SchemaOrBoolean } from "./document.ts";
import { schemaExample } from "./examples.ts";
import { type Keywords, number, text } from "./sample-scalars.ts";
import { schemaOf } from "./schema.ts";

/** Keywords that a generated value may violate, because it is not validated. */
const UNSURE = ["not", "if", "contains", "dependentRequired", "dependentSchemas", "propertyNames"];

/** Depth from which only required properties are generated, because a schema may be recursive. */
const DEEP = 4;
const DEEPEST = 20;

/**
 * Generates a valid value of a schema from its examples, or else from its keywords.
 *
 * @param at Location of the schema, for the error message. It ends with a name, which suggests values.
 * @throws Error with the location of the first part that no value can be generated for.
 */
export function sampleOf(
  document: OpenApiDocument,
  schemaOrRef: SchemaOrBoolean | undefined,
  at: string,
  depth = 0,
): unknown {
  const fail = (why: string): never => {
    throw new Error(`${at} has no example, and none can be generated: ${why}. Add an \`example\`.`);
  };
  if (schemaOrRef === false || depth > DEEPEST) {
    return fail(schemaOrRef === false ? "its schema allows no value" : "its schema is recursive");
  }
  const shown = schemaExample(document, schemaOrRef);
  if (shown !== undefined) {
    return shown;
  }
  const { oneOf, anyOf, ...schema } = whole(document, schemaOrRef, depth);
  const branches = oneOf ?? anyOf;
  if (branches) {
    return firstThatWorks(
      branches.map(
        (branch) => () => sampleOf(document, { allOf: [branch, schema] }, at, depth + 1),
      ),
    );
  }
  const unsure = UNSURE.find((keyword) => keyword in schema);
  if (unsure !== undefined) {
    return fail(`\`${unsure}\` cannot be satisfied with certainty`);
  }
  switch (typeOf(schema)) {
    case "null":
      return null;
    case "boolean":
      return true;
    case "string":
      return text(schema, /\w*$/.exec(at)?.[0] ?? "", fail);
    case "integer":
    case "number":
      return number(schema, fail);
    case "array": {
      const { items, minItems = 0, uniqueItems } = schema;
      if (uniqueItems && minItems > 1) {
        return fail("its items must be unique");
      }
      const item = () => sampleOf(document, items, `${at}[]`, depth + 1);
      const made = minItems > 0 ? [item()] : optional(depth, item);
      return Array.from({ length: Math.max(minItems, made.length) }, () => made[0]);
    }
    case "object":
      return object(document, schema, at, depth, fail);
    default:
      return fail("its schema has no type");
  }
}

function object(
  document: OpenApiDocument,
  { properties = {}, required = [], additionalProperties = {}, minProperties = 0 }: Keywords,
  at: string,
  depth: number,
  fail: (why: string) => never,
): object {
  const entries = [...new Set([...required, ...Object.keys(properties)])].flatMap((name) => {
    const schema = Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
    const make = () => [name, sampleOf(document, schema, `${at}.${name}`, depth + 1)] as const;
    if (schemaOf(document, schema).readOnly) {
      return [];
    }
    return required.includes(name) ? [make()] : optional(depth, make);
  });
  return entries.length < minProperties
    ? fail(`it needs ${minProperties} properties`)
    : Object.fromEntries(entries);
}

/** Omits an optional property if no value can be generated for it. */
function optional<Value>(depth: number, make: () => Value): Value[] {
  try {
    return depth > DEEP ? [] : [make()];
  } catch {
    return [];
  }
}

function firstThatWorks(makers: readonly (() => unknown)[]): unknown {
  let failure: unknown;
  for (const make of makers) {
    try {
      return make();
    } catch (error) {
      failure ??= error;
    }
  }
  throw failure;
}

/** Merges the `allOf` of a schema into it. */
function whole(
  document: OpenApiDocument,
  schemaOrRef: SchemaOrBoolean | undefined,
  depth: number,
): Keywords {
  const { allOf = [], ...own }: Keywords = schemaOf(document, schemaOrRef);
  const parts = depth > DEEPEST ? [] : allOf.map((part) => whole(document, part, depth + 1));
  // What the schema says itself comes last, and so replaces what its parts say.
  const all = [...parts.reverse(), own];
  const properties = all.flatMap((each) => each.properties ?? []);
  return {
    ...Object.assign({}, ...all),
    ...(properties.length > 0 ? { properties: Object.assign({}, ...properties) } : {}),
    required: all.flatMap((each) => each.required ?? []),
  };
}

function typeOf(schema: Keywords): string | undefined {
  const types = [schema.type ?? []].flat();
  const implied = schema.items
    ? "array"
    : (schema.pattern ?? schema.format ?? schema.minLength) !== undefined
      ? "string"
      : (schema.minimum ?? schema.maximum) !== undefined
        ? "number"
        : (schema.properties ?? schema.additionalProperties)
          ? "object"
          : undefined;
  return types.find((type) => type !== "null") ?? types[0] ?? implied;
}
