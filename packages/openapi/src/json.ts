/** An object of a JSON document, read by key. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether a value is an object with fields, as opposed to an array, a scalar or nothing. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value if it is an object or an array; otherwise an empty object. */
export function asObject(value: unknown): JsonObject {
  return typeof value === "object" && value !== null ? (value as JsonObject) : {};
}

/** The fields of a value; none if it is not an object. */
export function entriesOf(value: unknown): [string, unknown][] {
  return Object.entries(asObject(value));
}

/** The items of an array; none if the value is not one. */
export function itemsOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The keys of a JSON pointer in a URI fragment (`#/paths/~1blocks`). */
export function keysOf(pointer: string): string[] {
  return pointer
    .replace(/^#/, "")
    .split("/")
    .slice(1)
    .map((key) => decodeURIComponent(key).replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** A JSON pointer one key longer, as a URI fragment. */
export function pointerTo(pointer: string, key: string): string {
  return `${pointer}/${encodeURIComponent(key.replaceAll("~", "~0").replaceAll("/", "~1"))}`;
}
