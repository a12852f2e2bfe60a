import { asObject, entriesOf, type OpenApiDocument } from "@chainkit/openapi";
import ts from "typescript";
import { schemaName } from "./cycles.ts";

/**
 * Corrects what openapi-typescript makes of some schemas: a union of which it omits a member keeps the members of its
 * branches, and an index signature beside declared members allows their types, without which no value would fit.
 *
 * @param nodes Declarations of types.ts.
 */
export function adjustTypes(document: OpenApiDocument, nodes: readonly ts.Node[]): ts.Node[] {
  const unions = new Set(
    entriesOf(asObject(document.components).schemas).flatMap(([name, schema]) =>
      (asObject(schema).oneOf ?? asObject(schema).anyOf) ? [name] : [],
    ),
  );
  const adjust = (node: ts.Node): ts.Node => {
    const adjusted = ts.visitEachChild(node, adjust, undefined);
    if (ts.isIntersectionTypeNode(adjusted)) {
      return withWiderIndex(adjusted);
    }
    return omittedUnion(adjusted, unions) ?? adjusted;
  };
  return nodes.map(adjust);
}

/** Returns the union of `Omit<union, name>`, whose discriminator is stated by each branch. */
function omittedUnion(node: ts.Node, unions: ReadonlySet<string>): ts.TypeNode | undefined {
  const isOmit =
    ts.isTypeReferenceNode(node) && ts.isIdentifier(node.typeName) && node.typeName.text === "Omit";
  const [type] = isOmit ? (node.typeArguments ?? []) : [];
  return type && unions.has(schemaName(type) ?? "") ? type : undefined;
}

function withWiderIndex(node: ts.IntersectionTypeNode): ts.TypeNode {
  const members = node.types.flatMap((type) =>
    ts.isTypeLiteralNode(type) ? type.members.filter(ts.isPropertySignature) : [],
  );
  const types = members.flatMap(({ type, questionToken }) => [
    ...(type ? [type] : []),
    ...(questionToken ? [ts.factory.createKeywordTypeNode(ts.SyntaxKind.UndefinedKeyword)] : []),
  ]);
  const widened = (type: ts.TypeNode) => {
    const [index] = ts.isTypeLiteralNode(type)
      ? type.members.filter(ts.isIndexSignatureDeclaration)
      : [];
    if (!index || index.type.kind === ts.SyntaxKind.UnknownKeyword) {
      return type;
    }
    const union = ts.factory.createUnionTypeNode([index.type, ...types]);
    const wider = ts.factory.createIndexSignature(index.modifiers, index.parameters, union);
    return ts.factory.createTypeLiteralNode([wider]);
  };
  return types.length === 0 ? node : ts.factory.createIntersectionTypeNode(node.types.map(widened));
}
