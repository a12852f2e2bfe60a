import { asObject, type JsonObject, keysOf } from "./json.ts";

const MAX_HOPS = 100;

/**
 * Follows the `$ref`s of a value within its document.
 *
 * @returns The object in the document itself, so that it can be compared by identity; an empty object
 * if the value is not an object.
 * @throws Error if a `$ref` is external, does not resolve, or is circular.
 */
export function resolve(document: object, value: unknown): JsonObject {
  let current = asObject(value);
  for (let hops = 0; hops < MAX_HOPS; hops++) {
    if (typeof current.$ref !== "string") {
      return current;
    }
    current = lookUp(document, current.$ref);
  }
  throw new Error(`${JSON.stringify(value)} is circular`);
}

/**
 * Resolves a value and merges the siblings of its `$ref`s: the siblings of a path item, and `summary`
 * and `description` of any reference, override those of the target. OpenAPI 3.0 ignores siblings.
 */
export function resolveWithSiblings(document: object, value: unknown): JsonObject {
  const { $ref, ...siblings } = asObject(value);
  if (typeof $ref !== "string") {
    return asObject(value);
  }
  // Throws where it would not end.
  resolve(document, value);
  const target = resolveWithSiblings(document, lookUp(document, $ref));
  return isVersion30(document) ? target : { ...target, ...siblings };
}

/** Whether a document is OpenAPI 3.0, in which siblings of a `$ref` are ignored. */
export function isVersion30(document: object): boolean {
  return String(asObject(document).openapi).startsWith("3.0");
}

function lookUp(document: object, ref: string): JsonObject {
  const node = targetOf(document, ref);
  if (typeof node !== "object" || node === null) {
    throw new Error(`$ref ${ref} cannot be resolved`);
  }
  return node as JsonObject;
}

/**
 * Returns what a `$ref` leads to, which may be a schema that is `true` or `false`.
 *
 * @throws Error if the `$ref` is external or leads nowhere.
 */
export function targetOf(document: object, ref: string): unknown {
  const node = findTarget(document, ref);
  if (node === undefined) {
    throw new Error(`$ref ${ref} cannot be resolved`);
  }
  return node;
}

/** Returns what a `$ref` leads to; undefined if it is external or leads nowhere. */
export function findTarget(document: object, ref: string): unknown {
  if (!/^#(\/|$)/.test(ref)) {
    return undefined;
  }
  try {
    return keysOf(ref).reduce<unknown>((node, key) => {
      const object = asObject(node);
      return Object.hasOwn(object, key) ? object[key] : undefined;
    }, document);
  } catch {
    // It is encoded wrongly.
    return undefined;
  }
}

/**
 * Copies a part of a document and replaces every `$ref` by its target.
 *
 * @throws Error if a `$ref` is external, does not resolve, or is circular.
 */
export function dereference<Part>(document: object, part: Part): Part {
  const copy = (value: unknown, trail: readonly string[]): unknown => {
    if (Array.isArray(value)) {
      return value.map((each) => copy(each, trail));
    }
    if (typeof value !== "object" || value === null) {
      return value;
    }
    const { $ref, ...own } = value as JsonObject;
    const members = Object.fromEntries(
      Object.entries(own).map(([key, each]) => [key, copy(each, trail)]),
    );
    if (typeof $ref !== "string") {
      return $ref === undefined ? members : { ...members, $ref: copy($ref, trail) };
    }
    if (trail.includes($ref)) {
      throw new Error(`$ref ${$ref} is circular; recursive schemas are not supported`);
    }
    const target = copy(lookUp(document, $ref), [...trail, $ref]) as JsonObject;
    return isVersion30(document) ? target : { ...target, ...members };
  };
  return copy(part, []) as Part;
}
