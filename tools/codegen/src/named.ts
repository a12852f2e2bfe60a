import { asObject, entriesOf, type OpenApiDocument, schemaOf } from "@chainkit/openapi";

/** Names that types.ts itself relies on, or that a reader takes for the platform's. */
const utilities = ["Record", "Omit", "Pick", "Partial", "Readonly", "Exclude", "Extract", "OneOf"];

/** The object schemas of a document that can be types by their own name. */
export function namedSchemas(document: OpenApiDocument, operations: string): string[] {
  return entriesOf(asObject(document.components).schemas).flatMap(([name, schema]) => {
    const { type, properties } = schemaOf(document, asObject(schema));
    const isTaken =
      name in globalThis ||
      utilities.includes(name) ||
      new RegExp(`\\b(interface|type) ${name}\\b`).test(operations);
    const isNamed = /^[A-Z][A-Za-z0-9]*$/.test(name) && type === "object" && properties;
    return isNamed && !isTaken ? name : [];
  });
}

/** Gives the schemas their names within types.ts, so that editors show these. */
export function nameTypes(types: string, names: readonly string[]): string {
  const pattern = /components\["schemas"\]\["(\w+)"\]/g;
  const named = types.replace(pattern, (path, name) => (names.includes(name) ? name : path));
  const aliases = names.map((name) => `export type ${name} = components["schemas"]["${name}"];\n`);
  return named + aliases.join("");
}

/** The line by which operations.ts hands the names on. */
export function exportNames(names: readonly string[]): string {
  return names.length > 0 ? `\nexport type { ${names.join(", ")} } from "./types.ts";\n` : "";
}
