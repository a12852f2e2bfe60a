/** A JSON object. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether a value is an object, and not an array or null. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns the value if it is an object or an array; otherwise an empty object. */
export function asObject(value: unknown): JsonObject {
  return typeof value === "object" && value !== null ? (value as JsonObject) : {};
}

/** Returns the fields of a value; none if it is not an object. */
export function entriesOf(value: unknown): [string, unknown][] {
  return Object.entries(asObject(value));
}

/** Returns the items of an array; none if the value is not an array. */
export function itemsOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Returns the value if it is a string; otherwise an empty string. */
export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** Parses a JSON pointer in a URI fragment (`#/paths/~1blocks`) into its keys. */
export function keysOf(pointer: string): string[] {
  return pointer
    .replace(/^#/, "")
    .split("/")
    .slice(1)
    .map((key) => decodeURIComponent(key).replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** Appends a key to a JSON pointer in a URI fragment. */
export function pointerTo(pointer: string, key: string): string {
  return `${pointer}/${encodeURIComponent(escaped(key))}`;
}

/** Writes a key as JSON pointers have it. */
export function escaped(key: string): string {
  return key.replaceAll("~", "~0").replaceAll("/", "~1");
}
