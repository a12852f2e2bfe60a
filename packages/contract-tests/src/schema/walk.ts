import { isDeepStrictEqual } from "node:util";
import { asObject, isObject, itemsOf, type JsonObject } from "@chainkit/openapi";
import type { Spec } from "../spec/spec.ts";

/** Path to a part of a value: property names and item indices. */
export type Path = readonly (string | number)[];

/** A keyword of a schema, and the schema object that contains it. */
export interface Keyword {
  readonly name: string;
  readonly value: unknown;
  readonly owner: JsonObject;
}

const known = new WeakMap<object, ReadonlyMap<string, Keyword>>();

/**
 * Returns the keywords of a schema, and those of the targets of its `$ref`s and, if they can be merged, of its `allOf`
 * and of the one alternative beside null.
 */
export function keywordsOf(spec: Spec, schema: unknown): ReadonlyMap<string, Keyword> {
  if (!isObject(schema)) {
    return new Map();
  }
  const keywords =
    known.get(schema) ?? withOptional(spec, withAllOf(spec, readKeywords(spec, schema)));
  known.set(schema, keywords);
  return keywords;
}

function readKeywords(spec: Spec, schema: unknown): ReadonlyMap<string, Keyword> {
  const found = new Map<string, Keyword>();
  let at: unknown = schema;
  while (isObject(at)) {
    for (const [name, value] of Object.entries(at)) {
      if (name !== "$ref" && !found.has(name)) {
        found.set(name, { name, value, owner: at });
      }
    }
    if (typeof at.$ref !== "string") {
      break;
    }
    at = spec.resolve({ $ref: at.$ref });
  }
  return found;
}

/** Keywords of which a merged schema has those of all its parts, and those that may differ. */
const COMBINED = /^(properties|required|title|description|examples?)$/;

/** Merges the parts of an `allOf`, unless two of them constrain the same keyword, or one closes the object. */
function withAllOf(
  spec: Spec,
  keywords: ReadonlyMap<string, Keyword>,
): ReadonlyMap<string, Keyword> {
  const { allOf, ...own } = Object.fromEntries(keywords);
  const merged = new Map(Object.entries(own));
  for (const part of itemsOf(allOf?.value)) {
    for (const [name, keyword] of keywordsOf(spec, part)) {
      const before = merged.get(name);
      const isSame = before === undefined || isDeepStrictEqual(before.value, keyword.value);
      if (/^(additional|unevaluated)Properties$/.test(name) || !(isSame || COMBINED.test(name))) {
        return keywords;
      }
      merged.set(name, before ? combined(before, keyword) : keyword);
    }
  }
  return merged;
}

/** Merges a union with null, such as `anyOf: [{ type: string, maxLength: 9 }, { type: "null" }]`, into one schema. */
function withOptional(
  spec: Spec,
  keywords: ReadonlyMap<string, Keyword>,
): ReadonlyMap<string, Keyword> {
  const union = keywords.get("anyOf") ?? keywords.get("oneOf");
  const branches = itemsOf(union?.value);
  const others = branches.filter((each) => keywordsOf(spec, each).get("type")?.value !== "null");
  const inner = keywordsOf(spec, others[0]);
  const type = inner.get("type");
  const isShared = [...inner.keys()].some((name) => keywords.has(name) && !COMBINED.test(name));
  if (!union || !type || others.length !== 1 || branches.length !== 2 || isShared) {
    return keywords;
  }
  const { [union.name]: _, ...own } = Object.fromEntries(keywords);
  const types = [...new Set([type.value, "null"].flat())];
  return new Map(
    Object.entries({ ...own, ...Object.fromEntries(inner), type: { ...type, value: types } }),
  );
}

function combined(first: Keyword, second: Keyword): Keyword {
  if (Array.isArray(first.value)) {
    return { ...first, value: [...new Set([...first.value, ...itemsOf(second.value)])] };
  }
  return isObject(first.value)
    ? { ...first, value: { ...asObject(second.value), ...first.value } }
    : first;
}

/** A field of a value that its schema does not describe, and those that it does. */
interface Undescribed {
  readonly place: string;
  readonly expected: readonly string[];
}

/** Lists the fields of a value that the schema does not describe. */
export function* undescribed(
  spec: Spec,
  schema: unknown,
  value: unknown,
  place: string,
): Generator<Undescribed> {
  const keywords = keywordsOf(spec, schema);
  if (Array.isArray(value)) {
    for (const item of value) {
      yield* undescribed(spec, keywords.get("items")?.value, item, `${place}[]`);
    }
  }
  const properties = keywords.get("properties")?.value;
  if (!isObject(value) || !isObject(properties)) {
    return;
  }
  for (const [name, inner] of Object.entries(value)) {
    if (Object.hasOwn(properties, name)) {
      yield* undescribed(spec, properties[name], inner, `${place}.${name}`);
    } else {
      yield { place: `${place}.${name}`, expected: Object.keys(properties) };
    }
  }
}

/** Formats a path: `.data.tags[].tag`. */
export function pathText(path: Path): string {
  return path.map((key) => (typeof key === "number" ? "[]" : `.${key}`)).join("");
}

/** Returns a copy of a value with one part changed; `undefined` removes a property. */
export function changed(value: unknown, path: Path, to: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) {
    return to;
  }
  if (typeof key === "number") {
    const list = [...itemsOf(value)];
    list[key] = changed(list[key], rest, to);
    return list;
  }
  const object: Record<string, unknown> = isObject(value) ? { ...value } : {};
  const next = changed(object[key], rest, to);
  if (next === undefined) {
    delete object[key];
  } else {
    object[key] = next;
  }
  return object;
}
