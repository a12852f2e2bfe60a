import { asObject, type JsonObject, keysOf } from "./json.ts";

const MAX_HOPS = 100;

/**
 * Follows the `$ref`s of a value within its document until there is none left.
 *
 * @returns The object of the document itself, so that it can be told by identity; an empty object if
 * the value is not an object.
 * @throws Error if a `$ref` leads out of the document, to nothing, or back to itself.
 */
export function resolve(document: object, value: unknown): JsonObject {
  let current = asObject(value);
  for (let hops = 0; hops < MAX_HOPS; hops++) {
    if (typeof current.$ref !== "string") {
      return current;
    }
    current = lookUp(document, current.$ref);
  }
  throw new Error(`${JSON.stringify(value)} refers to itself`);
}

/**
 * The object that a value stands for, with the members beside its `$ref`s added: the members of a
 * path item, and the `summary` and `description` of any reference, win over those of the target.
 * OpenAPI 3.0 ignores them.
 */
export function resolveWithSiblings(document: object, value: unknown): JsonObject {
  const { $ref, ...siblings } = asObject(value);
  if (typeof $ref !== "string") {
    return asObject(value);
  }
  const target = resolveWithSiblings(document, resolveOnce(document, value));
  return isVersion30(document) ? target : { ...target, ...siblings };
}

/** Whether a document is OpenAPI 3.0, in which a `$ref` stands for the whole object. */
export function isVersion30(document: object): boolean {
  return String(asObject(document).openapi).startsWith("3.0");
}

function resolveOnce(document: object, value: unknown): JsonObject {
  resolve(document, value);
  return lookUp(document, String(asObject(value).$ref));
}

function lookUp(document: object, ref: string): JsonObject {
  const keys = ref === "#" ? [] : keysOf(ref);
  const node = keys.reduce<unknown>((at, key) => own(at, key), document);
  if (!ref.startsWith("#") || typeof node !== "object" || node === null) {
    throw new Error(`$ref ${ref} leads nowhere`);
  }
  return node as JsonObject;
}

function own(node: unknown, key: string): unknown {
  const object = asObject(node);
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/**
 * A copy of a part of a document in which every `$ref` is replaced by its target.
 *
 * @throws Error if a `$ref` leads out of the document, to nothing, or back to itself.
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
      throw new Error(`$ref ${$ref} refers back to itself; recursive schemas are not supported`);
    }
    const target = copy(lookUp(document, $ref), [...trail, $ref]) as JsonObject;
    return isVersion30(document) ? target : { ...target, ...members };
  };
  return copy(part, []) as Part;
}
