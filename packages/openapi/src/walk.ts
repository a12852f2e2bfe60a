import { METHODS } from "./document.ts";
import { asObject, isObject, type JsonObject, pointerTo } from "./json.ts";

/** Kind of an object of an OpenAPI document. */
export type Kind =
  | "document"
  | "components"
  | "pathItem"
  | "operation"
  | "parameter"
  | "requestBody"
  | "response"
  | "mediaType"
  | "encoding"
  | "callback"
  | "schema";

/** Shape of a field: one object, an array or a map of objects, or one object or an array. */
type Field = readonly ["one" | "list" | "map" | "oneOrList", Kind];

const CONTENT: Readonly<Record<string, Field>> = {
  schema: ["one", "schema"],
  content: ["map", "mediaType"],
};
const OPERATIONS = Object.fromEntries(
  METHODS.map((method) => [method, ["one", "operation"] as const]),
);

/** The fields of each kind that lead to schemas. */
const FIELDS: Readonly<Record<Kind, Readonly<Record<string, Field>>>> = {
  document: {
    components: ["one", "components"],
    paths: ["map", "pathItem"],
    webhooks: ["map", "pathItem"],
  },
  components: {
    schemas: ["map", "schema"],
    responses: ["map", "response"],
    parameters: ["map", "parameter"],
    headers: ["map", "parameter"],
    requestBodies: ["map", "requestBody"],
    callbacks: ["map", "callback"],
    pathItems: ["map", "pathItem"],
  },
  pathItem: { parameters: ["list", "parameter"], ...OPERATIONS },
  operation: {
    parameters: ["list", "parameter"],
    requestBody: ["one", "requestBody"],
    responses: ["map", "response"],
    callbacks: ["map", "callback"],
  },
  parameter: CONTENT,
  requestBody: { content: ["map", "mediaType"] },
  response: { headers: ["map", "parameter"], content: ["map", "mediaType"] },
  mediaType: { schema: ["one", "schema"], encoding: ["map", "encoding"] },
  encoding: { headers: ["map", "parameter"] },
  callback: {},
  schema: {
    ...fields("map", [
      "properties",
      "patternProperties",
      "$defs",
      "definitions",
      "dependentSchemas",
    ]),
    ...fields("list", ["allOf", "anyOf", "oneOf", "prefixItems"]),
    ...fields("one", [
      "additionalProperties",
      "unevaluatedProperties",
      "unevaluatedItems",
      "contains",
      "propertyNames",
      "not",
      "if",
      "then",
      "else",
      "contentSchema",
    ]),
    items: ["oneOrList", "schema"],
  },
};

function fields(how: Field[0], names: readonly string[]): Record<string, Field> {
  return Object.fromEntries(names.map((name) => [name, [how, "schema"] as const]));
}

/** A top-level schema of a document. */
export interface SchemaPlace {
  /** JSON pointer in the document, as a URI fragment. */
  readonly pointer: string;
  readonly schema: unknown;
  /** `body`: schema of a media type or under `components`; `parameter`: of a parameter or header. */
  readonly use: "body" | "parameter";
}

/** Lists the top-level schemas of a document in document order. */
export function schemaPlaces(document: JsonObject): SchemaPlace[] {
  const places: SchemaPlace[] = [];
  walk(document, "document", "#", (schema, pointer, owner) => {
    places.push({ schema, pointer, use: owner === "parameter" ? "parameter" : "body" });
    return false;
  });
  return places;
}

/** Calls a function with every schema object of a document, including nested ones. */
export function visitSchemas(
  document: JsonObject,
  visit: (schema: JsonObject, pointer: string) => void,
): void {
  walk(document, "document", "#", (schema, pointer) => {
    if (isObject(schema)) {
      visit(schema, pointer);
    }
    return true;
  });
}

function walk(
  node: unknown,
  kind: Kind,
  pointer: string,
  onSchema: (schema: unknown, pointer: string, owner: Kind) => boolean,
): void {
  for (const child of childrenOf(node, kind, pointer)) {
    if (child.kind !== "schema" || onSchema(child.node, child.pointer, kind)) {
      walk(child.node, child.kind, child.pointer, onSchema);
    }
  }
}

/** Returns the kind of the members of a part of `components`; undefined if they lead to no schemas. */
export function componentKindOf(name: string): Kind | undefined {
  return Object.hasOwn(FIELDS.components, name) ? FIELDS.components[name]?.[1] : undefined;
}

/** An object of a document, and where it is. */
export interface Child {
  readonly node: unknown;
  readonly kind: Kind;
  readonly pointer: string;
}

/** Lists the objects within an object that lead to schemas, in document order of its fields. */
export function childrenOf(node: unknown, kind: Kind, pointer: string): Child[] {
  if (!isObject(node)) {
    return [];
  }
  if (kind === "callback") {
    return membersOf(node, "pathItem", pointer);
  }
  return Object.entries(FIELDS[kind]).flatMap(([name, [how, childKind]]) => {
    const child = node[name];
    // Some generators write what is absent as null.
    if (child === undefined || child === null) {
      return [];
    }
    const at = pointerTo(pointer, name);
    const isOne = how === "one" || (how === "oneOrList" && !Array.isArray(child));
    return isOne
      ? [{ node: child, kind: childKind, pointer: at }]
      : membersOf(child, childKind, at);
  });
}

function membersOf(node: unknown, kind: Kind, pointer: string): Child[] {
  return Object.entries(asObject(node)).flatMap(([key, child]) =>
    kind === "pathItem" && key.startsWith("x-")
      ? []
      : [{ node: child, kind, pointer: pointerTo(pointer, key) }],
  );
}
