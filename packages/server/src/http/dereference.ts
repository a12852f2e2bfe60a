/** An object of a JSON document. */
export type Json = Readonly<Record<string, unknown>>;

/**
 * A copy of a part of a bundled document in which every `$ref` is replaced by what it names; keywords
 * beside the `$ref` win over those it names.
 *
 * @throws Error if a reference leads nowhere, out of the document, or back to itself.
 */
export function resolveIn<Part>(document: Json, part: Part): Part {
  const resolve = (value: unknown, trail: readonly string[]): unknown => {
    if (Array.isArray(value)) {
      return value.map((each) => resolve(each, trail));
    }
    if (typeof value !== "object" || value === null) {
      return value;
    }
    const { $ref, ...own } = value as Json;
    const copy = mapValues(own, (each) => resolve(each, trail));
    if (typeof $ref !== "string") {
      return $ref === undefined ? copy : { ...copy, $ref: resolve($ref, trail) };
    }
    if (trail.includes($ref)) {
      throw new Error(`${$ref} refers back to itself; recursive schemas cannot be served`);
    }
    return { ...(resolve(find(document, $ref), [...trail, $ref]) as Json), ...copy };
  };
  return resolve(part, []) as Part;
}

/** What a node is, if it is only a `$ref` to it. The references inside it stay. */
export function targetOf(document: Json, node: Json): Json {
  const { $ref, ...own } = node;
  return typeof $ref === "string" ? { ...(find(document, $ref) as Json), ...own } : node;
}

function find(document: Json, ref: string): unknown {
  if (!ref.startsWith("#/")) {
    throw new Error(`$ref ${ref} leads out of the document`);
  }
  const keys = ref.slice(2).split("/").map(unescapeKey);
  const found = keys.reduce<unknown>((at, key) => (at as Json | undefined)?.[key], document);
  if (found === undefined) {
    throw new Error(`$ref ${ref} leads nowhere`);
  }
  return found;
}

function unescapeKey(key: string): string {
  return decodeURIComponent(key).replaceAll("~1", "/").replaceAll("~0", "~");
}

function mapValues(node: Json, map: (value: unknown) => unknown): Json {
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, map(value)]));
}
