/** JSON types of values that a URL can hold. */
export const SCALARS = ["string", "integer", "number", "boolean"];

/** All JSON types. */
export const JSON_TYPES = ["string", "integer", "number", "boolean", "array", "object", "null"];

/**
 * Returns the JSON type of a value; of a value that JSON cannot hold, another name: `Map Object`, `nan`,
 * `symbol`.
 */
export function typeOf(value: unknown): string {
  if (value === null) {
    return "null";
  }
  if (Array.isArray(value)) {
    return "array";
  }
  if (typeof value === "object") {
    const tag = Object.prototype.toString.call(value).slice(8, -1);
    // An object may set its own tag, which must not make it a `string`.
    return tag === "Object" ? "object" : `${tag} Object`;
  }
  if (typeof value === "bigint" || Number.isSafeInteger(value)) {
    return "integer";
  }
  if (typeof value === "number" && !Number.isFinite(value)) {
    return "nan";
  }
  // UTF-8 has no form for half of a surrogate pair.
  if (typeof value === "string" && /[\ud800-\udfff]/u.test(value)) {
    return "invalid Unicode";
  }
  return typeof value;
}

/** Whether a value has one of some JSON types; an integer is a number too. */
export function hasType(value: unknown, types: readonly string[]): boolean {
  const type = typeOf(value);
  return types.includes(type) || (type === "integer" && types.includes("number"));
}

/** Bytes that can be sent: a file, or what is in memory. */
export type Binary = Blob | ArrayBuffer | Uint8Array;

const BYTES = ["ArrayBuffer Object", "Uint8Array Object"];

/** Whether a value is a `Blob` or bytes. The platform reads no `Blob` but its own. */
export function isBinary(value: unknown): value is Binary {
  return value instanceof Blob || hasType(value, BYTES);
}

/** Whether a value is an object or a function with all of these methods, its own or inherited. */
export function hasMethods(value: unknown, names: readonly string[]): boolean {
  return names.every((name) => typeof Object(value)[name] === "function");
}

const MAX_SHOWN = 80;

/** The value and its type, for an error message: `received "5" (string)`. */
export function received(value: unknown): string {
  const isObject = Object(value) === value;
  const text = typeof value === "string" ? JSON.stringify(value) : String(isObject ? "" : value);
  return `received ${text.slice(0, MAX_SHOWN)} (${typeOf(value)})`;
}

/**
 * Copies the members of an object, inherited ones too, into one without a prototype: a member that every
 * object has, such as `constructor`, was not given.
 */
export function membersOf(object: object): Record<string, unknown> {
  const members: Record<string, unknown> = Object.create(null);
  for (const name in object) {
    members[name] = (object as Record<string, unknown>)[name];
  }
  return members;
}
