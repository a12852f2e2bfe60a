import { isObject } from "@chainkit/openapi";
import type { Location, UserContext } from "@redocly/openapi-core";

/** The part of a rule's context that resolves references. */
export type Resolver = Pick<UserContext, "resolve">;

/** Node of a document with its location. */
export interface Found<T> {
  readonly node: T;
  readonly location: Location;
}

/** Node or reference to it. */
export type Referenced<T> = T | { $ref?: string };

/**
 * Resolves a node that may be a `$ref`.
 *
 * @param node Node or reference.
 * @param location Location of `node`.
 * @returns The node with its location; undefined if it does not exist, which Redocly reports.
 */
export function follow<T extends object>(
  node: Referenced<T> | undefined,
  location: Location,
  { resolve }: Resolver,
): Found<T> | undefined {
  if (!isObject(node)) {
    return undefined;
  }
  if (typeof node.$ref !== "string") {
    return { node: node as T, location };
  }
  const target = resolve<T>({ $ref: node.$ref }, location.source.absoluteRef);
  // The file may be there without the node.
  return target.location && isObject(target.node)
    ? { node: target.node, location: target.location }
    : undefined;
}

/**
 * Returns the entries of a map of nodes, with references resolved.
 *
 * @param map Map; any other value has no entries.
 * @param location Location of the map.
 */
export function entriesOf<T extends object>(
  map: unknown,
  location: Location,
  resolver: Resolver,
): (Found<T> & { readonly key: string })[] {
  if (!isObject(map)) {
    return [];
  }
  return Object.entries(map).flatMap(([key, value]) => {
    const found = follow<T>(value as Referenced<T>, location.child(key), resolver);
    return found ? [{ key, ...found }] : [];
  });
}
