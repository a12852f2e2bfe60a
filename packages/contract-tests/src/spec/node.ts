/** A part of a document, read by key. */
export type Node = Readonly<Record<string, unknown>>;

/** What a value holds; nothing if it is no object. */
export function asNode(value: unknown): Node {
  return typeof value === "object" && value !== null ? (value as Node) : {};
}

/** Whether a value is an object with fields, as opposed to a list, a scalar or nothing. */
export function isObject(value: unknown): value is Node {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The fields of a value; none if it is no object. */
export function entriesOf(value: unknown): [string, unknown][] {
  return Object.entries(asNode(value));
}

/** The items of a list; none if it is no list. */
export function itemsOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The keys of a JSON pointer (`#/a/b~1c`). */
export function keysOf(pointer: string): string[] {
  return pointer
    .replace(/^#/, "")
    .split("/")
    .slice(1)
    .map((key) => decodeURIComponent(key).replaceAll("~1", "/").replaceAll("~0", "~"));
}
