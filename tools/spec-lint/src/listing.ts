import type { Location, UserContext } from "@redocly/openapi-core";
import { entriesOf, type Found, follow, type Resolver } from "./node.ts";

/** What the rules on listings read of an operation. */
export interface OperationNode {
  readonly parameters?: readonly object[];
  readonly responses?: Readonly<Record<string, object>>;
  readonly "x-pagination"?: unknown;
}

/** What they read of a parameter. */
export interface ParameterNode {
  readonly name: string;
  readonly in: string;
  readonly example?: unknown;
  readonly examples?: object;
}

/** What they read of a schema. */
export interface SchemaNode {
  readonly type?: string | readonly string[];
  readonly properties?: object;
}

/** What they read of a media type. */
export interface MediaNode {
  readonly schema?: object;
  readonly examples?: object;
}

/** The query parameters of an operation, those of its path included. */
export function queryParametersOf(
  operation: OperationNode,
  pathItem: { parameters?: readonly object[] },
  ctx: UserContext,
): Found<ParameterNode>[] {
  const { location, parentLocations } = ctx;
  return [
    ...parameters(pathItem.parameters, parentLocations.PathItem ?? location, ctx),
    ...parameters(operation.parameters, location, ctx),
  ].filter(({ node }) => node.in === "query");
}

function parameters(
  list: readonly object[] = [],
  location: Location,
  resolver: Resolver,
): Found<ParameterNode>[] {
  return entriesOf<ParameterNode>({ ...list }, location.child("parameters"), resolver);
}

/** The JSON body of the operation's 200 response. */
export function okBody(operation: OperationNode, ctx: UserContext): Found<MediaNode> | undefined {
  const place = ctx.location.child(["responses", "200"]);
  const ok = follow<{ content?: object }>(operation.responses?.["200"], place, ctx);
  if (!ok) {
    return undefined;
  }
  const media = entriesOf<MediaNode>(ok.node.content, ok.location.child("content"), ctx);
  return media.find(({ key }) => key === "application/json");
}

/** The schema of a field of an object's schema. */
export function fieldOf(
  schema: Found<SchemaNode>,
  name: string,
  resolver: Resolver,
): Found<SchemaNode> | undefined {
  const { node, location } = schema;
  const fields = entriesOf<SchemaNode>(node.properties, location.child("properties"), resolver);
  return fields.find(({ key }) => key === name);
}
