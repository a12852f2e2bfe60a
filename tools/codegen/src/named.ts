import { asObject, entriesOf, type OpenApiDocument, schemaOf } from "@chainkit/openapi";
import { exportedTypes } from "./operations/type-names.ts";

/** Reserved names: of TypeScript, and used by types.ts. Those of the platform and of the runtime are reserved too. */
const utilities = [
  ...["Record", "Omit", "Pick", "Partial", "Readonly", "Exclude", "Extract"],
  ...["OneOf", "Required", "WithRequired"],
];

/** Returns the object schemas of a document whose names are usable as type names. */
export function namedSchemas(document: OpenApiDocument, operations: string): string[] {
  // Once: operations.ts of a large document has megabytes.
  const declarations = operations.matchAll(/\b(?:interface|type) (?=(\w+))/g);
  const declared = new Set([...declarations].map(([, name]) => name));
  return entriesOf(asObject(document.components).schemas).flatMap(([name, schema]) => {
    const { type, properties } = schemaOf(document, asObject(schema));
    const isReserved = utilities.includes(name) || exportedTypes.includes(name);
    const isTaken = isReserved || name in globalThis || declared.has(name);
    const isNamed = /^[A-Z][A-Za-z0-9]*$/.test(name) && type === "object" && properties;
    return isNamed && !isTaken ? name : [];
  });
}

/** Returns the line by which operations.ts re-exports the names. */
export function exportNames(names: readonly string[]): string {
  return names.length > 0 ? `\nexport type { ${names.join(", ")} } from "./types.ts";\n` : "";
}
