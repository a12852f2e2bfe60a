import { isObject, itemsOf, type JsonObject } from "@chainkit/openapi";
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

/** Returns the keywords of a schema, and those of the targets of its `$ref`s. */
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
