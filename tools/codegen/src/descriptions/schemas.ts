import {
  asObject,
  itemsOf,
  type JsonObject,
  type OpenApiDocument,
  resolve,
  visitSchemas,
} from "@chainkit/openapi";

type Editable = Record<string, unknown>;

/**
 * Converts a schema of an OpenAPI document into a self-contained JSON Schema 2020-12: targets of
 * references are in its own `$defs`, and keywords specific to OpenAPI are removed.
 */
export function selfContained(document: OpenApiDocument, schema: unknown): JsonObject {
  const defs: Editable = {};
  const convert = (original: unknown): unknown => {
    const copy = structuredClone(original);
    visitSchemas({ components: { schemas: { copy } } }, (each) => {
      const node = each as Editable;
      dropOpenApi(node);
      if (typeof node.$ref === "string") {
        const name = nameOf(node.$ref);
        if (!Object.hasOwn(defs, name)) {
          // Named before it is converted, because a schema may be recursive.
          defs[name] = true;
          defs[name] = convert(resolve(document, { $ref: node.$ref }));
        }
        node.$ref = `#/$defs/${name}`;
      }
    });
    return copy;
  };
  const { $ref, ...own } = asObject(convert(schema));
  // Some consumers require `type: object` at the root.
  const root = typeof $ref === "string" ? { ...asObject(defs[nameOf($ref)]), ...own } : own;
  const used = Object.entries(defs).filter(([name]) => refersTo([root, defs], name));
  return used.length > 0 ? { ...root, $defs: Object.fromEntries(used) } : root;
}

function nameOf(ref: string): string {
  return ref.split("/").at(-1) ?? "";
}

function refersTo(schemas: unknown, name: string): boolean {
  return JSON.stringify(schemas).includes(JSON.stringify(`#/$defs/${name}`));
}

function dropOpenApi(node: Editable): void {
  for (const name of Object.keys(node)) {
    if (["discriminator", "xml", "externalDocs"].includes(name) || name.startsWith("x-")) {
      delete node[name];
    }
  }
  if (node.example !== undefined) {
    node.examples ??= [node.example];
    delete node.example;
  }
  dropVersion30(node);
}

/** Converts keywords in which OpenAPI 3.0 differs from JSON Schema. */
function dropVersion30(node: Editable): void {
  if (node.nullable === true && node.type !== undefined) {
    node.type = [node.type, "null"].flat();
    if (node.enum !== undefined) {
      node.enum = [...itemsOf(node.enum), null];
    }
  }
  delete node.nullable;
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
