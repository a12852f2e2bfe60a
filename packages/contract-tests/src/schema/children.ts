import { isObject, itemsOf, sampleOf } from "@chainkit/openapi";
import type { Spec } from "../spec/spec.ts";
import { type Keyword, keywordsOf } from "./walk.ts";

/** Levels within which a value is made for what another one lacks. */
const MAX_DEPTH = 4;

/** A part of a value: its key, schema and value. */
type Child = readonly [key: string | number, schema: unknown, value: unknown];

/**
 * Lists the parts of a value that its schema describes. Optional properties and items that the value lacks
 * have a generated value, so that their constraints can be tried too; those that none can be generated for
 * are omitted, as are schemas that contain themselves.
 *
 * @param above Schemas that contain this one.
 */
export function childrenOf(
  spec: Spec,
  keywords: ReadonlyMap<string, Keyword>,
  value: unknown,
  above: ReadonlySet<unknown>,
): Child[] {
  const lacking = (key: string | number, schema: unknown): Child[] => {
    if (above.size > MAX_DEPTH) {
      return [];
    }
    const inner = keywordsOf(spec, schema);
    const isRecursive = above.has(ownerOf(inner));
    const isSent = inner.get("readOnly")?.value !== true;
    const made = isRecursive || !isSent ? undefined : generated(spec, schema);
    return made === undefined ? [] : [[key, schema, made]];
  };
  if (Array.isArray(value)) {
    const prefix = itemsOf(keywords.get("prefixItems")?.value);
    const items = keywords.get("items")?.value;
    const firsts = prefix.map((schema, index): Child => [index, schema, value[index]]);
    const at = prefix.length;
    if (items === undefined) {
      return firsts;
    }
    const isHeld = value.length > at;
    return [...firsts, ...(isHeld ? [[at, items, value[at]] as const] : lacking(at, items))];
  }
  if (!isObject(value)) {
    return [];
  }
  return Object.entries(keywords.get("properties")?.value ?? {}).flatMap(([name, schema]) =>
    Object.hasOwn(value, name) ? [[name, schema, value[name]] as const] : lacking(name, schema),
  );
}

/** Returns the schema object that keywords were read from first. */
export function ownerOf(keywords: ReadonlyMap<string, Keyword>): unknown {
  const [first] = keywords.values();
  return first?.owner;
}

/** Generates a value of a schema; undefined if none can be. */
function generated(spec: Spec, schema: unknown): unknown {
  try {
    return sampleOf(spec.document, schema as Parameters<typeof sampleOf>[1], spec.name);
  } catch {
    return undefined;
  }
}
