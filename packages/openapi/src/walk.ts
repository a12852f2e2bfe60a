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

/** What a field has: an object of a kind, or an array or a map of them. */
type Field = Kind | readonly [Kind];

const CONTENT: Readonly<Record<string, Field>> = {
  schema: "schema",
  content: ["mediaType"],
};
const OPERATIONS = Object.fromEntries(METHODS.map((method) => [method, "operation" as const]));

/** The fields of each kind that lead to schemas. */
const FIELDS: Readonly<Record<Kind, Readonly<Record<string, Field>>>> = {
  document: {
    components: "components",
    paths: ["pathItem"],
    webhooks: ["pathItem"],
  },
  components: {
    schemas: ["schema"],
    responses: ["response"],
    parameters: ["parameter"],
    headers: ["parameter"],
    requestBodies: ["requestBody"],
    callbacks: ["callback"],
    pathItems: ["pathItem"],
  },
  pathItem: { parameters: ["parameter"], ...OPERATIONS },
  operation: {
    parameters: ["parameter"],
    requestBody: "requestBody",
    responses: ["response"],
    callbacks: ["callback"],
  },
  parameter: CONTENT,
  requestBody: { content: ["mediaType"] },
  response: { headers: ["parameter"], content: ["mediaType"] },
  mediaType: { schema: "schema", encoding: ["encoding"] },
  encoding: { headers: ["parameter"] },
  callback: {},
  schema: {
    ...fields(["schema"], ["properties", "patternProperties", "$defs", "definitions"]),
    ...fields(["schema"], ["dependentSchemas", "allOf", "anyOf", "oneOf", "prefixItems"]),
    ...fields("schema", ["additionalProperties", "unevaluatedProperties", "propertyNames"]),
    ...fields("schema", ["items", "unevaluatedItems", "contains", "contentSchema"]),
    ...fields("schema", ["not", "if", "then", "else"]),
  },
};

function fields(field: Field, names: readonly string[]): Record<string, Field> {
  return Object.fromEntries(names.map((name) => [name, field]));
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
  const field = Object.hasOwn(FIELDS.components, name) ? FIELDS.components[name] : undefined;
  return [field].flat()[0];
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
  return Object.entries(FIELDS[kind]).flatMap(([name, field]) => {
    const child = node[name];
    // Some generators write what is absent as null.
    if (child === undefined || child === null) {
      return [];
    }
    const at = pointerTo(pointer, name);
    if (typeof field !== "string") {
      return membersOf(child, field[0], at);
    }
    // Earlier drafts have a tuple there.
    return name === "items" && Array.isArray(child)
      ? membersOf(child, field, at)
      : [{ node: child, kind: field, pointer: at }];
  });
}

function membersOf(node: unknown, kind: Kind, pointer: string): Child[] {
  return Object.entries(asObject(node)).flatMap(([key, child]) =>
    kind === "pathItem" && key.startsWith("x-")
      ? []
      : [{ node: child, kind, pointer: pointerTo(pointer, key) }],
  );
}
