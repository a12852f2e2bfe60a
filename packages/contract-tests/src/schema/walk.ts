import { isObject, itemsOf, type JsonObject } from "@chainkit/openapi";
import type { Spec } from "../spec/spec.ts";

/** Where something stands in a value: property names, and indices of items. */
export type Path = readonly (string | number)[];

/** A keyword of a schema, and the object that it is written in. */
export interface Keyword {
  readonly name: string;
  readonly value: unknown;
  readonly owner: JsonObject;
}

const known = new WeakMap<object, ReadonlyMap<string, Keyword>>();

/** The keywords that hold at a schema: its own, and those of what it refers to. */
export function keywordsOf(spec: Spec, schema: unknown): ReadonlyMap<string, Keyword> {
  if (!isObject(schema)) {
    return new Map();
  }
  const keywords = known.get(schema) ?? readKeywords(spec, schema);
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

/** Formats a path: `.data.tags[].tag`. */
export function pathText(path: Path): string {
  return path.map((key) => (typeof key === "number" ? "[]" : `.${key}`)).join("");
}

/** A copy of a value with one place changed; `undefined` takes a property away. */
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
