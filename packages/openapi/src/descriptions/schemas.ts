import { asObject, type JsonObject, keysOf, type OpenApiDocument, visitSchemas } from "../index.ts";
import { toJsonSchema, type Use } from "../json-schemas.ts";
import { targetOf } from "../resolve.ts";

type Editable = Record<string, unknown>;

/**
 * Converts a schema of an OpenAPI document into a self-contained JSON Schema 2020-12: targets of
 * references are in its own `$defs`, and keywords specific to OpenAPI are removed.
 *
 * @param use Whether it describes a request, which needs no `readOnly` members, or a response, which needs
 * no `writeOnly` ones.
 */
export function selfContained(document: OpenApiDocument, schema: unknown, use: Use): JsonObject {
  const defs: Editable = {};
  const refer = (ref: string): string => {
    const name = nameOf(ref);
    if (!Object.hasOwn(defs, name)) {
      // Named before it is converted, because a schema may be recursive.
      defs[name] = undefined;
      defs[name] = convert(targetOf(document, ref));
    }
    return `#/$defs/${name}`;
  };
  const convert = (original: unknown): unknown => {
    const plain = toJsonSchema(document, withoutDiscriminators(original), use, refer);
    visitSchemas({ components: { schemas: { plain } } }, dropOpenApi);
    return plain;
  };
  const { $ref, ...own } = asObject(convert(schema));
  // Some consumers require `type: object` at the root.
  const root =
    typeof $ref === "string" ? { ...asObject(defs[$ref.slice("#/$defs/".length)]), ...own } : own;
  const text = JSON.stringify([root, defs]);
  const used = Object.entries(defs).filter(([name]) =>
    text.includes(JSON.stringify(`#/$defs/${name}`)),
  );
  return used.length > 0 ? { ...root, $defs: Object.fromEntries(used) } : root;
}

/**
 * Names the target of a reference. The properties `id` of two schemas differ by their paths, which are
 * no names of components because of the colons.
 */
function nameOf(ref: string): string {
  const keys = keysOf(ref);
  const isComponent = keys.length === 3 && ref.startsWith("#/components/schemas/");
  return (isComponent ? keys.slice(2) : keys)
    .join(":")
    .replaceAll(/[^\w.:-]/g, (character) => `:${character.codePointAt(0)?.toString(16)}`);
}

/** The schemas that a mapping leads to need not be there. */
function withoutDiscriminators(schema: unknown): unknown {
  const copy = structuredClone(schema);
  visitSchemas({ components: { schemas: { copy } } }, (node: Editable) => {
    delete node.discriminator;
  });
  return copy;
}

function dropOpenApi(node: Editable): void {
  for (const name of Object.keys(node)) {
    if (["xml", "externalDocs"].includes(name) || name.startsWith("x-")) {
      delete node[name];
    }
  }
  if (node.example !== undefined) {
    node.examples ??= [node.example];
    delete node.example;
  }
}
