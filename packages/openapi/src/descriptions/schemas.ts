import {
  asObject,
  isVersion30,
  type JsonObject,
  keysOf,
  type OpenApiDocument,
  resolve,
  visitSchemas,
} from "../index.ts";
import { requiredIn, type Use } from "../one-way.ts";
import { dropSiblings, dropVersion30 } from "../version31.ts";
import { dropPattern, loosen } from "./patterns.ts";

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
  const convert = (original: unknown): unknown => {
    const copy = structuredClone(original);
    visitSchemas({ components: { schemas: { copy } } }, (each) => {
      const node = each as Editable;
      if (isVersion30(document)) {
        dropSiblings(node);
      }
      dropOpenApi(node);
      loosen(document, node);
      dropPattern(node);
      if (Array.isArray(node.required)) {
        node.required = requiredIn(use, document, node);
      }
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

function dropOpenApi(node: Editable): void {
  for (const name of Object.keys(node)) {
    // References are to places in the document, not relative to a `$id`.
    if (["discriminator", "xml", "externalDocs", "$id"].includes(name) || name.startsWith("x-")) {
      delete node[name];
    }
  }
  if (node.example !== undefined) {
    node.examples ??= [node.example];
    delete node.example;
  }
  dropVersion30(node);
}
