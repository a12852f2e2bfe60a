import { itemsOf } from "./json.ts";

type Editable = Record<string, unknown>;

/** Keywords that constrain nothing. */
const ANNOTATIONS = /^(title|description|default|deprecated|examples|readOnly|writeOnly)$/;

/** Removes what is beside a `$ref`, which OpenAPI 3.0 ignores, except a description. */
export function dropSiblings(node: Editable): void {
  const others = typeof node.$ref === "string" ? Object.keys(node) : [];
  for (const name of others.filter((each) => each !== "$ref" && each !== "description")) {
    delete node[name];
  }
}

/** Converts, in place, the flag by which OpenAPI 3.0 allows null into a type. */
export function dropNullable(node: Editable): void {
  if (node.nullable === true) {
    allowNull(node);
  }
  delete node.nullable;
}

/** Converts, in place, the flags by which OpenAPI 3.0 excludes a limit into limits. */
export function dropExclusiveFlags(node: Editable): void {
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
