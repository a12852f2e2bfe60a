import type { Location, UserContext } from "@redocly/openapi-core";

/** The part of a rule's context that follows references. */
export type Resolver = Pick<UserContext, "resolve">;

/** A node of a description, and the place where it is written. */
export interface Found<T> {
  readonly node: T;
  readonly location: Location;
}

/** A node that may be a reference to where it is written. */
export type Referenced<T> = T | { $ref?: string };

/** Whether the value is an object with fields, as opposed to a list, a scalar or nothing. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Follows a node's `$ref`, if it is one.
 *
 * @param node The node, or the reference in its place.
 * @param location Where `node` is written.
 * @returns The node and where that is written; undefined if there is none, which Redocly reports.
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
  return target.location && { node: target.node, location: target.location };
}

/**
 * The entries of a map of nodes, each with its reference followed.
 *
 * @param map The map; anything else has no entries.
 * @param location Where the map is written.
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
