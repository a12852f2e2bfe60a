import { entriesOf, isObject, itemsOf, type Schema, sampleOf } from "@chainkit/openapi";
import type { Spec } from "../spec/spec.ts";
import { changed, type Keyword, keywordsOf, type Path } from "./walk.ts";

/** Levels within which a value is made for what another one lacks. */
const MAX_DEPTH = 4;

/** A value made from a valid one by one change. */
export interface Variant {
  readonly path: Path;
  readonly keyword: Keyword;
  /** What was changed; for `required`, the name of the removed property. */
  readonly label: string;
  /** The whole value, changed at `path`. */
  readonly value: unknown;
}

/** Makes values at the edge of a keyword or beyond it, each with what it is. */
export type Change = (
  keyword: Keyword,
  value: unknown,
  keywords: ReadonlyMap<string, Keyword>,
) => readonly (readonly [label: string, value: unknown])[];

/**
 * Changes a value for each constraint of its schema, and its parts for each of theirs.
 *
 * @param value Valid by the schema. Optional properties that it lacks are tried with generated values.
 * @param above Schemas that contain this one.
 */
export function* variants(
  spec: Spec,
  schema: unknown,
  value: unknown,
  change: Change,
  path: Path = [],
  above: ReadonlySet<unknown> = new Set(),
): Generator<Variant> {
  const keywords = keywordsOf(spec, schema);
  const within = new Set([...above, ownerOf(keywords)]);
  for (const keyword of keywords.values()) {
    for (const [label, other] of change(keyword, value, keywords)) {
      yield { path, keyword, label, value: other };
    }
  }
  for (const [key, child, inner] of partsOf(spec, keywords, value, within)) {
    for (const variant of variants(spec, child, inner, change, [...path, key], within)) {
      yield { ...variant, value: changed(value, [key], variant.value) };
    }
  }
}

/** A part of a value: its key, schema and value. */
type Part = readonly [key: string | number, schema: unknown, value: unknown];

/**
 * Lists the parts of a value that its schema describes. Optional properties and items that the value lacks
 * have a generated value, so that their constraints can be tried too; those that none can be generated for
 * are omitted, as are schemas that contain themselves.
 */
function partsOf(
  spec: Spec,
  keywords: ReadonlyMap<string, Keyword>,
  value: unknown,
  above: ReadonlySet<unknown>,
): Part[] {
  const lacking = (key: string | number, schema: unknown): Part[] => {
    const inner = keywordsOf(spec, schema);
    const isRecursive = above.size > MAX_DEPTH || above.has(ownerOf(inner));
    const isSent = inner.get("readOnly")?.value !== true;
    const made = isRecursive || !isSent ? undefined : generated(spec, schema);
    return made === undefined ? [] : [[key, schema, made]];
  };
  if (Array.isArray(value)) {
    const prefix = itemsOf(keywords.get("prefixItems")?.value);
    const items = keywords.get("items")?.value;
    const firsts = prefix.map((schema, index): Part => [index, schema, value[index]]);
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
  return entriesOf(keywords.get("properties")?.value).flatMap(([name, schema]) =>
    Object.hasOwn(value, name) ? [[name, schema, value[name]] as const] : lacking(name, schema),
  );
}

/** Returns the schema object that keywords were read from first. */
function ownerOf(keywords: ReadonlyMap<string, Keyword>): unknown {
  const [first] = keywords.values();
  return first?.owner;
}

/** Generates a value of a schema; undefined if none can be. */
function generated(spec: Spec, schema: unknown): unknown {
  try {
    return sampleOf(spec.document, schema as Schema, spec.name);
  } catch {
    return undefined;
  }
}
