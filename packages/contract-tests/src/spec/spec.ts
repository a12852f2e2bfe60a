import { asObject, type JsonObject, pointerTo, resolve, type Unreadable } from "@chainkit/openapi";
import type { Location } from "../judge/finding.ts";
import { createSource } from "./source.ts";

/** The specification of one API area. */
export interface Spec {
  /** Name of the area, or of the file where there is none. */
  readonly name: string;
  /** OpenAPI 3.1 as data; every `$ref` points into it. */
  readonly document: JsonObject;
  /** Operations that need something broken, and are left out. */
  readonly unreadable: readonly Unreadable[];
  /** Resolves a value that may be a `$ref` to a part of the document. */
  resolve(value: unknown): JsonObject;
  /**
   * Where a part is written.
   *
   * @param key One of its keys; absent: the part itself.
   * @returns The line, or the place in the bundled document if there are no sources.
   */
  locate(part: object, key?: string): Location;
}

/** Path to a part: keys from the root, which may lead through references. */
interface Way {
  readonly keys: readonly string[];
  /** Whether the path ends at the target of the reference at these keys. */
  readonly behind: boolean;
}

/**
 * Indexes the parts of a document.
 *
 * @param file Path of the file that it was bundled from, if available.
 * @param unreadable Operations that are left out of the document.
 */
export function createSpec(
  name: string,
  document: JsonObject,
  file?: string,
  unreadable: readonly Unreadable[] = [],
): Spec {
  const source = file === undefined ? undefined : createSource(file);
  const ways = indexWays(document);
  const locate = (part: object, key?: string) => {
    const { keys = [], behind = false } = ways.get(part) ?? {};
    const place = [...keys, ...(key === undefined ? [] : [key])];
    return source?.(keys, behind, key) ?? { document: place.reduce(pointerTo, `${name}#`) };
  };
  return { name, document, unreadable, resolve: (value) => resolve(document, value), locate };
}

/**
 * Finds the path to every part in the hand-written files. It leads through references, because the bundler
 * moves parts. Operations come first, because only the bundler may have named a component.
 */
function indexWays(document: JsonObject): Map<object, Way> {
  const ways = new Map<object, Way>();
  const visit = (value: unknown, keys: readonly string[], behind: boolean) => {
    if (typeof value !== "object" || value === null || ways.has(value)) {
      return;
    }
    ways.set(value, { keys, behind });
    if (typeof asObject(value).$ref === "string") {
      visit(targetOf(document, value), keys, true);
    }
    for (const [key, child] of Object.entries(value)) {
      visit(child, [...keys, key], false);
    }
  };
  visit(document.paths, ["paths"], false);
  visit(document, [], false);
  return ways;
}

/** Resolves a reference; undefined if it cannot be resolved, which its reader reports. */
function targetOf(document: JsonObject, reference: object): JsonObject | undefined {
  try {
    return resolve(document, reference);
  } catch {
    return undefined;
  }
}
