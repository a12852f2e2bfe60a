import ts from "typescript";

/** The schemas that each schema refers to. */
type References = ReadonlyMap<string, ReadonlySet<string>>;

type Types = Map<string, ts.TypeNode>;

/**
 * Rewrites schemas that refer to themselves other than by the members of an object, which TypeScript
 * cannot resolve within an interface (TS2502).
 *
 * @param nodes Declarations of types.ts.
 * @returns The declarations, and aliases for schemas that are an array or a union of themselves.
 */
export function breakCycles(nodes: readonly ts.Node[]): ts.Node[] {
  const given = schemasOf(nodes);
  const types = withoutCompositionCycles(given);
  const names = cyclic(graphOf(types, true));
  const aliasOf = (name: string) =>
    ts.factory.createTypeReferenceNode(`Recursive_${names.indexOf(name) + 1}`);
  const aliases = names.map((name) => {
    const type = substitute(types.get(name), (each) =>
      names.includes(each) ? aliasOf(each) : undefined,
    );
    const { typeName } = aliasOf(name);
    return ts.factory.createTypeAliasDeclaration([], typeName as ts.Identifier, undefined, type);
  });
  const replaced = new Map<ts.Node, ts.Node>();
  for (const [name, type] of given) {
    const written = names.includes(name) ? aliasOf(name) : types.get(name);
    if (written && written !== type) {
      replaced.set(type, written);
    }
  }
  const replace = (node: ts.Node): ts.Node =>
    replaced.get(node) ?? ts.visitEachChild(node, replace, undefined);
  return replaced.size === 0 ? [...nodes] : [...nodes.map(replace), ...aliases];
}

/**
 * Resolves compositions that contain themselves, such as a base with `oneOf` its variants, each of which
 * has `allOf` the base: what a schema says by itself is written in place of the reference to it.
 */
function withoutCompositionCycles(given: Types): Types {
  const graph = graphOf(given, false);
  const types = new Map(given);
  for (const name of cyclic(graph)) {
    const isBack = (each: string) => leadsTo(graph, each, name);
    const nothing = ts.factory.createKeywordTypeNode(ts.SyntaxKind.UnknownKeyword);
    const once = (each: string) =>
      isBack(each)
        ? ts.factory.createParenthesizedType(
            substitute(given.get(each), (again) => (isBack(again) ? nothing : undefined)),
          )
        : undefined;
    types.set(name, substitute(given.get(name), once));
  }
  return types;
}

/** Copies a type with other types in place of some references to schemas. */
function substitute(
  type: ts.TypeNode | undefined,
  of: (name: string) => ts.TypeNode | undefined,
): ts.TypeNode {
  const visit = (node: ts.Node): ts.Node => {
    const name = schemaName(node);
    return (name === undefined ? undefined : of(name)) ?? ts.visitEachChild(node, visit, undefined);
  };
  return visit(type as ts.TypeNode) as ts.TypeNode;
}

/** Returns the types of `components["schemas"]` by name. */
function schemasOf(nodes: readonly ts.Node[]): Types {
  const members = nodes.flatMap((node) =>
    ts.isInterfaceDeclaration(node) && node.name.text === "components" ? [...node.members] : [],
  );
  return new Map(properties(members.find((member) => nameOf(member) === "schemas")));
}

function properties(member: ts.TypeElement | undefined): [string, ts.TypeNode][] {
  const type = member && ts.isPropertySignature(member) ? member.type : undefined;
  return (type && ts.isTypeLiteralNode(type) ? [...type.members] : []).flatMap((each) =>
    ts.isPropertySignature(each) && each.type ? [[nameOf(each), each.type]] : [],
  );
}

function nameOf({ name }: ts.TypeElement): string {
  return name && (ts.isIdentifier(name) || ts.isStringLiteral(name)) ? name.text : "";
}

/** Returns the name in `components["schemas"]["name"]`. */
export function schemaName(node: ts.Node): string | undefined {
  return ts.isIndexedAccessTypeNode(node) &&
    ts.isIndexedAccessTypeNode(node.objectType) &&
    textOf(node.objectType.indexType) === "schemas"
    ? textOf(node.indexType)
    : undefined;
}

function textOf(node: ts.TypeNode): string | undefined {
  return ts.isLiteralTypeNode(node) && ts.isStringLiteral(node.literal)
    ? node.literal.text
    : undefined;
}

/** Returns the schemas that TypeScript must know to resolve a type; members of objects it need not. */
function references(type: ts.Node, withElements: boolean): Set<string> {
  const found = new Set<string>();
  const visit = (node: ts.Node): void => {
    const name = schemaName(node);
    const isElement = ts.isArrayTypeNode(node) || ts.isTupleTypeNode(node);
    if (name !== undefined) {
      found.add(name);
    } else if (!ts.isTypeLiteralNode(node) && (withElements || !isElement)) {
      ts.forEachChild(node, visit);
    }
  };
  visit(type);
  return found;
}

function graphOf(types: Types, withElements: boolean): References {
  return new Map([...types].map(([name, type]) => [name, references(type, withElements)]));
}

/** Returns the names that lead back to themselves. */
function cyclic(graph: References): string[] {
  return [...graph.keys()].filter((name) =>
    [...(graph.get(name) ?? [])].some((next) => leadsTo(graph, next, name)),
  );
}

/** Whether a schema is another one, or refers to it, itself or through others. */
function leadsTo(graph: References, from: string, to: string, seen = new Set<string>()): boolean {
  if (from === to || seen.has(from)) {
    return from === to;
  }
  seen.add(from);
  return [...(graph.get(from) ?? [])].some((next) => leadsTo(graph, next, to, seen));
}
