import { asObject } from "@chainkit/openapi";
import type { Location, UserContext } from "@redocly/openapi-core";
import { entriesOf, type Found, follow, type Resolver } from "./node.ts";

/** The part of an operation that the pagination rules read. */
export interface OperationNode {
  readonly parameters?: readonly object[];
  readonly responses?: Readonly<Record<string, object>>;
  readonly "x-pagination"?: unknown;
}

/** The part of a parameter that they read. */
export interface ParameterNode {
  readonly name: string;
  readonly in: string;
  readonly example?: unknown;
  readonly examples?: object;
}

/** The part of a schema that they read. */
export interface SchemaNode {
  readonly type?: string | readonly string[];
  readonly properties?: object;
}

/** The part of a media type that they read. */
export interface MediaNode {
  readonly schema?: object;
  readonly examples?: object;
}

/**
 * Lists the parameters of a path and an operation with their locations; those of the operation override
 * by name and place.
 */
export function parametersOf(
  operation: { readonly parameters?: readonly object[] },
  pathItem: { readonly parameters?: readonly object[] },
  ctx: UserContext,
): Found<ParameterNode>[] {
  const { location, parentLocations } = ctx;
  const all = [
    ...parameters(pathItem.parameters, parentLocations.PathItem ?? location, ctx),
    ...parameters(operation.parameters, location, ctx),
  ];
  return [...new Map(all.map((each) => [`${each.node.in} ${each.node.name}`, each])).values()];
}

/** Lists the query parameters of an operation, including those of its path. */
export function queryParametersOf(
  ...operation: Parameters<typeof parametersOf>
): Found<ParameterNode>[] {
  return parametersOf(...operation).filter(({ node }) => node.in === "query");
}

function parameters(
  list: readonly object[] = [],
  location: Location,
  resolver: Resolver,
): Found<ParameterNode>[] {
  return entriesOf<ParameterNode>({ ...list }, location.child("parameters"), resolver);
}

/** Returns the JSON body of the operation's 200 response. */
export function okBody(operation: OperationNode, ctx: UserContext): Found<MediaNode> | undefined {
  const place = ctx.location.child(["responses", "200"]);
  const ok = follow<{ content?: object }>(operation.responses?.["200"], place, ctx);
  if (!ok) {
    return undefined;
  }
  const media = entriesOf<MediaNode>(ok.node.content, ok.location.child("content"), ctx);
  return media.find(({ key }) => key === "application/json");
}

/** Returns the schema of an object's field. */
export function fieldOf(
  schema: Found<SchemaNode>,
  name: string,
  resolver: Resolver,
): Found<SchemaNode> | undefined {
  const fields = asObject(schema.node.properties);
  // Where the field is says only which file its references start from.
  return follow<SchemaNode>(fields[name] as SchemaNode | undefined, schema.location, resolver);
}
