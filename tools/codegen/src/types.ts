import { asObject, normalize, type OpenApiDocument, resolve } from "@chainkit/openapi";
import openapiTS, { astToString, type OpenAPI3, type SchemaObject } from "openapi-typescript";
import ts from "typescript";
import { nameReferences } from "./references.ts";

/**
 * The TypeScript types of a whole document. The one module that knows openapi-typescript, which is
 * at the end of its life and bound to TypeScript 5.
 *
 * @throws Error if the document is no OpenAPI 3.0 or 3.1.
 */
export async function typesOf(document: OpenApiDocument): Promise<string> {
  // It drops what stands beside a `$ref`; and it writes into the document it is given.
  const normal = normalize(document);
  nameReferences(normal);
  const copy = withScalars(normal, normal) as object as OpenAPI3;
  const nodes = await openapiTS(copy, {
    silent: true,
    // A default is what the service assumes; it makes no field required.
    defaultNonNullable: false,
    // An object without declared fields may hold any.
    emptyObjectsUnknown: true,
    transform: statedType,
  });
  return astToString(nodes);
}

/** The document with plain values in place of references to them, so that editors show the values. */
function withScalars(document: OpenApiDocument, value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.map((part) => withScalars(document, part));
  }
  if (typeof value !== "object" || value === null) {
    return value;
  }
  const { $ref, ...siblings } = value as { $ref?: unknown };
  if (typeof $ref === "string" && $ref.startsWith("#/components/schemas/")) {
    const schema = asObject(resolve(document, { $ref }));
    const types = [schema.type].flat().filter((type) => type !== "null");
    const isScalar = types.every((type) => /^(string|integer|number|boolean)$/.test(String(type)));
    return isScalar && types.length > 0 ? { ...schema, ...siblings } : value;
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, withScalars(document, part)]),
  );
}

/** The type that a schema states itself (`x-typescript-type`), null added where it is nullable. */
function statedType(schema: SchemaObject): ts.TypeNode | undefined {
  const text: unknown = schema["x-typescript-type"];
  if (typeof text !== "string") {
    return undefined;
  }
  const isNullable = schema.nullable || [schema.type].flat().includes("null");
  const type = ts.factory.createTypeReferenceNode(`${isSimple(text) ? text : `(${text})`}`);
  const nothing = ts.factory.createLiteralTypeNode(ts.factory.createNull());
  return isNullable ? ts.factory.createUnionTypeNode([type, nothing]) : type;
}

/** Whether the type can stand before `[]` and within a union as it is. */
function isSimple(text: string): boolean {
  const source = ts.createSourceFile("type.ts", `type T = ${text};`, ts.ScriptTarget.ESNext);
  const [statement] = source.statements;
  const isType =
    source.statements.length === 1 && statement && ts.isTypeAliasDeclaration(statement);
  if (!isType || hasSyntaxError(source)) {
    throw new Error(`x-typescript-type: ${text} is not a valid TypeScript type`);
  }
  return !ts.isUnionTypeNode(statement.type) && !ts.isFunctionTypeNode(statement.type);
}

function hasSyntaxError(source: ts.SourceFile): boolean {
  const { parseDiagnostics } = source as unknown as { parseDiagnostics: unknown[] };
  return parseDiagnostics.length > 0;
}
