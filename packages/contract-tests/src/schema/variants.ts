import {
  entriesOf,
  isObject,
  itemsOf,
  type JsonObject,
  type Schema,
  sampleOf,
} from "@chainkit/openapi";
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

/**
 * Makes values for a keyword, each with what it is.
 *
 * @param rule The value of the keyword.
 * @param value The valid value.
 * @param step Difference of two numbers that the schema allows.
 */
export type Change<Value = unknown> = (
  rule: unknown,
  value: Value,
  step: number,
) => readonly (readonly [label: string, value: unknown])[];

/** Changes by keyword. */
export type Changes = Readonly<Record<string, Change>>;

export const ofText =
  (change: Change<string>): Change =>
  (rule, value, step) =>
    typeof value === "string" ? change(rule, value, step) : [];

export const ofNumber =
  (change: Change<number>): Change =>
  (rule, value, step) =>
    typeof value === "number" ? change(rule, value, step) : [];

export const ofList =
  (change: Change<readonly unknown[]>): Change =>
  (rule, value, step) =>
    Array.isArray(value) ? change(rule, value, step) : [];

export const ofObject =
  (change: Change<JsonObject>): Change =>
  (rule, value, step) =>
    isObject(value) ? change(rule, value, step) : [];

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
  changes: Changes,
  path: Path = [],
  above: ReadonlySet<unknown> = new Set(),
): Generator<Variant> {
  const keywords = keywordsOf(spec, schema);
  const within = new Set([...above, ownerOf(keywords)]);
  const step = Number(keywords.get("multipleOf")?.value ?? 1);
  for (const keyword of keywords.values()) {
    const change = Object.hasOwn(changes, keyword.name) ? changes[keyword.name] : undefined;
    for (const [label, other] of change?.(keyword.value, value, step) ?? []) {
      yield { path, keyword, label, value: other };
    }
  }
  for (const [key, child, inner] of partsOf(spec, keywords, value, within)) {
    for (const variant of variants(spec, child, inner, changes, [...path, key], within)) {
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
