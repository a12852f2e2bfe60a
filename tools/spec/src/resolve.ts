import type { SpecDocument } from "./bundle.ts";

/** A part of a document, read by key. */
export type Node = Readonly<Record<string, unknown>>;

/** What a value holds; nothing if it holds nothing. */
export function asNode(value: unknown): Node {
  return typeof value === "object" && value !== null ? (value as Node) : {};
}

/** The part of a bundled document that a value stands for: what its `$ref` names, else itself. */
export function resolve(document: SpecDocument, value: unknown): Node {
  let node = asNode(value);
  while (typeof node.$ref === "string") {
    const keys = node.$ref.replace(/^#\//, "").split("/").map(unescapeKey);
    node = asNode(keys.reduce<unknown>((at, key) => asNode(at)[key], document));
  }
  return node;
}

function unescapeKey(key: string): string {
  return decodeURIComponent(key).replaceAll("~1", "/").replaceAll("~0", "~");
}
