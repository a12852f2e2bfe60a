import ts from "typescript";

/**
 * Moves schemas of types.ts into type aliases of their names, which editors then show: of an alias for
 * `components["schemas"]["Block"]` they show the members instead. Aliases, because an interface is
 * not assignable to a `Record`.
 */
export function nameTypes(types: string, names: readonly string[]): string {
  const known = new Set(names);
  const pattern = /components\["schemas"\]\["(\w+)"\]/g;
  const text = types.replace(pattern, (path, name) => (known.has(name) ? name : path));
  const source = ts.createSourceFile("types.ts", text, ts.ScriptTarget.ESNext);
  const parts: string[] = [];
  const aliases: string[] = [];
  let end = 0;
  for (const member of schemaMembers(source)) {
    const name = member.name.getText(source);
    if (member.type && known.has(name)) {
      const doc = text.slice(member.getStart(source, true), member.getStart(source));
      parts.push(text.slice(end, member.getStart(source, true)), `${name}: ${name};`);
      aliases.push(outdent(`${doc}export type ${name} = ${member.type.getText(source)};\n`));
      end = member.end;
    }
  }
  return [...parts, text.slice(end), ...aliases].join("");
}

function schemaMembers(source: ts.SourceFile): ts.PropertySignature[] {
  const components = source.statements
    .filter(ts.isInterfaceDeclaration)
    .find(({ name }) => name.text === "components");
  const schemas = propertiesOf(components).find(({ name }) => name.getText(source) === "schemas");
  const type = schemas?.type;
  return type && ts.isTypeLiteralNode(type) ? propertiesOf(type) : [];
}

/** The members of a type, which are all properties. */
function propertiesOf(type?: ts.InterfaceDeclaration | ts.TypeLiteralNode): ts.PropertySignature[] {
  return [...(type?.members ?? [])] as ts.PropertySignature[];
}

/** Undoes the indentation of a member of `components.schemas`. */
function outdent(text: string): string {
  return text.replaceAll(/^ {8}/gm, "");
}
