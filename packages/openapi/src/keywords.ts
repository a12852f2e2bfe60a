import type { OpenApiDocument } from "./document.ts";
import { entriesOf, isObject, itemsOf } from "./json.ts";
import { unicodePattern } from "./patterns.ts";
import { isVersion30 } from "./resolve.ts";

type Editable = Record<string, unknown>;

/** Formats that validators check: those of JSON Schema that ajv-formats has, and those of OpenAPI. */
export const FORMATS: ReadonlySet<string> = new Set([
  ...["date", "time", "date-time", "iso-time", "iso-date-time", "duration"],
  ...["uri", "uri-reference", "uri-template", "url", "email", "hostname", "ipv4", "ipv6"],
  ...["regex", "uuid", "json-pointer", "json-pointer-uri-fragment", "relative-json-pointer"],
  ...["byte", "int32", "int64", "float", "double", "password", "binary"],
]);

const TYPES = ["string", "integer", "number", "boolean", "array", "object", "null"];

const isAny = () => true;
const isText = (value: unknown) => typeof value === "string";
const isFlag = (value: unknown) => typeof value === "boolean";
const isNumber = (value: unknown) => Number.isFinite(value);
const isCount = (value: unknown) => Number.isInteger(value) && Number(value) >= 0;
const isList = (value: unknown) => Array.isArray(value) && value.length > 0;
const isSchema = (value: unknown) => isObject(value) || typeof value === "boolean";
const isSchemaList = (value: unknown) => isList(value) && itemsOf(value).every(isSchema);

/** The keywords of JSON Schema and OpenAPI, and which values each may have. */
const KEYWORDS: Readonly<Record<string, (value: unknown) => boolean>> = {
  ...byName(isText, ["$ref", "$comment", "title", "description", "format", "pattern"]),
  ...byName(isText, ["contentEncoding", "contentMediaType"]),
  ...byName(isFlag, ["deprecated", "readOnly", "writeOnly", "uniqueItems", "nullable"]),
  ...byName(isNumber, ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"]),
  ...byName(isCount, ["minLength", "maxLength", "minItems", "maxItems"]),
  ...byName(isCount, ["minProperties", "maxProperties", "minContains", "maxContains"]),
  ...byName(isSchema, ["additionalProperties", "unevaluatedProperties", "propertyNames"]),
  ...byName(isSchema, ["items", "unevaluatedItems", "contains", "contentSchema"]),
  ...byName(isSchema, ["not", "if", "then", "else"]),
  ...byName(isSchemaList, ["allOf", "anyOf", "oneOf", "prefixItems"]),
  ...byName(isObject, ["properties", "patternProperties", "dependentSchemas", "$defs"]),
  ...byName(isObject, ["definitions", "dependentRequired", "discriminator", "externalDocs", "xml"]),
  ...byName(isAny, ["const", "default", "example", "type"]),
  ...byName(isList, ["enum", "examples"]),
  required: Array.isArray,
  multipleOf: (value) => isNumber(value) && Number(value) > 0,
};

function byName(check: (value: unknown) => boolean, names: readonly string[]) {
  return Object.fromEntries(names.map((name) => [name, check]));
}

/**
 * Converts a schema object, in place and without those within it, into JSON Schema 2020-12 as every validator reads
 * it. What constrains nothing there is removed: unknown keywords and formats, and values that a keyword cannot have.
 */
export function cleanSchema(document: OpenApiDocument, node: Editable): void {
  if (isVersion30(document)) {
    dropSiblings(node);
  }
  // Documents of OpenAPI 3.1 have these, too.
  dropNullable(node);
  dropExclusiveFlags(node);
  if (Array.isArray(node.items)) {
    // A tuple, as earlier drafts have it.
    node.prefixItems ??= node.items;
    delete node.items;
  }
  for (const [name, value] of Object.entries(node)) {
    const isKnown = Object.hasOwn(KEYWORDS, name) ? KEYWORDS[name]?.(value) : name.startsWith("x-");
    if (!isKnown) {
      delete node[name];
    }
  }
  cleanType(node);
  if (Array.isArray(node.enum)) {
    node.enum = uniqueValues(node.enum);
  }
  if (Array.isArray(node.required)) {
    node.required = [...new Set(node.required.filter(isText))];
  }
  if (node.format !== undefined && !FORMATS.has(String(node.format))) {
    delete node.format;
  }
  cleanPatterns(node);
}

function cleanType(node: Editable): void {
  const types = [node.type ?? []].flat().filter((type) => TYPES.includes(String(type)));
  if (types.length === 0) {
    delete node.type;
  } else if (Array.isArray(node.type)) {
    node.type = [...new Set(types)];
  }
}

function uniqueValues(values: readonly unknown[]): unknown[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}

/** A pattern that is no regular expression restricts nothing. */
function cleanPatterns(node: Editable): void {
  if (node.pattern !== undefined) {
    node.pattern = unicodePattern(String(node.pattern));
  }
  if (node.pattern === undefined) {
    delete node.pattern;
  }
  if (node.patternProperties !== undefined) {
    node.patternProperties = Object.fromEntries(
      entriesOf(node.patternProperties).flatMap(([pattern, schema]) => {
        const written = unicodePattern(pattern);
        return written === undefined ? [] : [[written, schema]];
      }),
    );
  }
}

/** Keywords that constrain nothing. */
const ANNOTATIONS = /^(title|description|default|deprecated|examples|readOnly|writeOnly)$/;

/** Removes what is beside a `$ref`, which OpenAPI 3.0 ignores, except a description. */
function dropSiblings(node: Editable): void {
  const others = typeof node.$ref === "string" ? Object.keys(node) : [];
  for (const name of others.filter((each) => each !== "$ref" && each !== "description")) {
    delete node[name];
  }
}

/** Converts, in place, the flag by which OpenAPI 3.0 allows null into a type. */
function dropNullable(node: Editable): void {
  if (node.nullable === true) {
    allowNull(node);
  }
  delete node.nullable;
}

/** Converts, in place, the flags by which OpenAPI 3.0 excludes a limit into limits. */
function dropExclusiveFlags(node: Editable): void {
  for (const [limit, exclusive] of [
    ["minimum", "exclusiveMinimum"],
    ["maximum", "exclusiveMaximum"],
  ] as const) {
    if (typeof node[exclusive] === "boolean") {
      const isExclusive = node[exclusive];
      delete node[exclusive];
      if (isExclusive) {
        node[exclusive] = node[limit];
        delete node[limit];
      }
    }
  }
}

function allowNull(node: Editable): void {
  if (node.type !== undefined) {
    node.type = [...new Set([node.type, "null"].flat())];
    if (node.enum !== undefined) {
      node.enum = [...new Set([...itemsOf(node.enum), null])];
    }
    return;
  }
  // In the field, `nullable` beside `allOf` allows null, as in types.ts.
  const constraints = Object.keys(node).filter(
    (name) => name !== "nullable" && !ANNOTATIONS.test(name) && !name.startsWith("x-"),
  );
  if (constraints.length > 0) {
    const other = Object.fromEntries(constraints.map((name) => [name, node[name]]));
    for (const name of constraints) {
      delete node[name];
    }
    node.anyOf = [other, { type: "null" }];
  }
}
