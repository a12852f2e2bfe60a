import {
  asObject,
  itemsOf,
  listOperations,
  normalize,
  type OpenApiDocument,
  type OperationEntry,
  resolve,
} from "@chainkit/openapi";
import {
  astToString,
  type GlobalContext,
  type OpenAPI3,
  resolveRef,
  type SchemaObject,
  scanDiscriminators,
  transformSchema,
} from "openapi-typescript";
import ts from "typescript";
import { adjustTypes } from "./adjust-types.ts";
import { typeBytes } from "./bytes.ts";
import { breakCycles } from "./cycles.ts";
import { splitOneWay } from "./one-way.ts";
import { nameReferences } from "./references.ts";

/**
 * Generates the TypeScript types of a document. The only module that depends on openapi-typescript, which
 * is end-of-life and requires TypeScript 5.
 *
 * @param operations Those that are generated; others may lose their id.
 * @throws Error if the document is not OpenAPI 3.0 or 3.1.
 */
export function typesOf(
  document: OpenApiDocument,
  operations: readonly { method: string; path: string }[],
): string {
  // openapi-typescript drops siblings of a `$ref`, and mutates its input.
  const normal = normalize(document);
  makeIdsUnique(normal, operations);
  describeBySchema(normal);
  typeBytes(normal);
  nameReferences(normal);
  splitOneWay(normal);
  const copy = withScalars(normal, { components: {}, ...normal }) as object as OpenAPI3;
  const nodes = adjustTypes(normal, transformSchema(copy, contextOf(copy)));
  return astToString(breakCycles(nodes)).replace(REQUIRED, DISTRIBUTED);
}

/** The helper of openapi-typescript for members that are required beside the schema that declares them. */
const REQUIRED = /type WithRequired<T, K extends keyof T> = T & \{\s*\[P in K\]-\?: T\[P\];\s*\};/;

/** The same for a schema that may be null, or is a union: of each of its types. */
const DISTRIBUTED =
  "type WithRequired<T, K extends PropertyKey> = T extends object ? T & Required<Pick<T, K & keyof T>> : T;";

/**
 * The options of openapi-typescript. Its own function of them lints and bundles the document first, which takes as long
 * as all else that it does; what it would find, the reader refuses.
 */
function contextOf(document: OpenAPI3): GlobalContext {
  const stated = {
    silent: true,
    // A default is applied by the service; it does not make a field required.
    defaultNonNullable: false,
    // An object without declared fields may have any.
    emptyObjectsUnknown: true,
    transform: statedType,
  };
  const context: Partial<GlobalContext> = {
    ...stated,
    discriminators: scanDiscriminators(document, stated),
    resolve: ($ref) => resolveRef(document, $ref, stated),
    injectFooter: [],
  };
  // What is left out is off, or configures the linter.
  return context as GlobalContext;
}

/**
 * Removes ids that openapi-typescript would refuse as duplicates: of omitted operations that share one, of
 * webhooks and callbacks, which are not generated, and under `components.pathItems`, which have been copied
 * to where they are referred to.
 */
function makeIdsUnique(
  document: OpenApiDocument,
  operations: readonly { method: string; path: string }[],
): void {
  const forget = (node: object) => delete (node as { operationId?: unknown }).operationId;
  const generated = new Set(operations.map(({ method, path }) => `${method} ${path}`));
  const isGenerated = ({ method, path }: OperationEntry) => generated.has(`${method} ${path}`);
  const entries = listOperations(document);
  const seen = new Set(entries.filter(isGenerated).map(({ operationId }) => operationId));
  for (const entry of entries.filter((each) => !isGenerated(each))) {
    if (seen.has(entry.operationId)) {
      forget(entry.node);
    }
    seen.add(entry.operationId);
  }
  const { pathItems, callbacks } = asObject(document.components);
  const ofOperations = entries.map(({ node }) => node.callbacks);
  const called = [callbacks, ...ofOperations].flatMap((each) => Object.values(asObject(each)));
  for (const paths of [pathItems, document.webhooks, ...called]) {
    for (const { node } of listOperations({ ...document, paths })) {
      forget(node);
    }
  }
}

/** Gives parameters that are described by `content` its schema: openapi-typescript takes them for strings. */
function describeBySchema(document: OpenApiDocument): void {
  const ofOperations = listOperations(document).flatMap(({ node }) => itemsOf(node.parameters));
  const shared = Object.values(asObject(asObject(document.components).parameters));
  for (const parameter of [...ofOperations, ...shared]) {
    const [media] = Object.values(asObject(asObject(parameter).content));
    if (media !== undefined) {
      Object.assign(parameter as object, { schema: asObject(media).schema ?? {} });
      delete (parameter as { content?: unknown }).content;
    }
  }
}

/** Inlines references to scalar schemas, so that editors show the values. */
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

/**
 * Returns the type declared by a schema (`x-typescript-type`), with null if it is nullable; none if it is not a type of
 * TypeScript: other tools have an extension of this name.
 */
function statedType(schema: SchemaObject): ts.TypeNode | undefined {
  const stated: unknown = schema["x-typescript-type"];
  const text = typeof stated === "string" ? inParentheses(stated) : undefined;
  if (text === undefined) {
    return undefined;
  }
  const isNullable = schema.nullable || [schema.type].flat().includes("null");
  const type = ts.factory.createTypeReferenceNode(text);
  const nothing = ts.factory.createLiteralTypeNode(ts.factory.createNull());
  return isNullable ? ts.factory.createUnionTypeNode([type, nothing]) : type;
}

/** Returns a type that can be followed by `[]` or used in a union; undefined if the text is none. */
function inParentheses(text: string): string | undefined {
  const source = ts.createSourceFile("type.ts", `type T = ${text};`, ts.ScriptTarget.ESNext);
  const [statement] = source.statements;
  const isType =
    source.statements.length === 1 && statement && ts.isTypeAliasDeclaration(statement);
  if (!isType || hasSyntaxError(source)) {
    return undefined;
  }
  const isSimple = !ts.isUnionTypeNode(statement.type) && !ts.isFunctionTypeNode(statement.type);
  return isSimple ? text : `(${text})`;
}

function hasSyntaxError(source: ts.SourceFile): boolean {
  const { parseDiagnostics } = source as unknown as { parseDiagnostics: unknown[] };
  return parseDiagnostics.length > 0;
}
