import { isObject, type JsonObject } from "@chainkit/openapi";
import { same } from "../judge/leaves.ts";

/** Number of records that a message names. */
const MAX_NAMED = 5;

const TIMESTAMP = /^\d{4}-\d\d-\d\dT/;
const WHOLE = /^(\d+|0x[0-9a-f]+)$/i;

/** Whether two values state the same: numbers as text, timestamps and hexadecimal in any spelling. */
export function agree(one: unknown, other: unknown): boolean {
  if (isOpen(one) || isOpen(other)) {
    return true;
  }
  if (one === null || other === null) {
    return one === other;
  }
  if (same(one, other)) {
    return true;
  }
  const [left, right] = [String(one), String(other)];
  if (TIMESTAMP.test(left)) {
    return Date.parse(left) === Date.parse(right);
  }
  return WHOLE.test(left) && WHOLE.test(right) && BigInt(left) === BigInt(right);
}

/** Whether a value is absent, or has parts of its own: what they state is left to their schema. */
function isOpen(value: unknown): boolean {
  return value === undefined || (value !== null && typeof value === "object");
}

/** Whether two responses are equal but for what one of them does not know yet and leaves null, such as metadata. */
export function equalWhereKnown(one: unknown, other: unknown): boolean {
  if ((one ?? null) === null || (other ?? null) === null) {
    return true;
  }
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((item, at) => equalWhereKnown(item, other[at]));
  }
  return isObject(one) && isObject(other)
    ? Object.keys(one).every((name) => equalWhereKnown(one[name], other[name]))
    : one === other;
}

/** Parses a decimal integer; undefined if a value is not one. */
export function whole(value: unknown): bigint | undefined {
  return typeof value === "string" && /^\d+$/.test(value) ? BigInt(value) : undefined;
}

/** The instant of a timestamp in milliseconds; NaN if it is none. */
export function instantOf(value: unknown): number {
  return typeof value === "string" ? Date.parse(value) : Number.NaN;
}

/** Whether block numbers descend, as in a listing that begins at the newest blocks. */
export function isNewestFirst(numbers: readonly number[]): boolean {
  return numbers.every((number, at) => at === 0 || number <= Number(numbers[at - 1]));
}

/** The number of some things, and the first of them by name. */
export function named(all: readonly string[]): string {
  const rest = all.length - MAX_NAMED;
  const text = all.slice(0, MAX_NAMED).join(", ");
  return rest > 0 ? `${all.length}: ${text} and ${rest} more` : `${all.length}: ${text}`;
}

/** A field of a value; undefined if it has none of that name. */
export function field(value: unknown, name: string): unknown {
  return isObject(value) ? value[name] : undefined;
}

/** Serializes a value independently of key order. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) => (isObject(inner) ? sorted(inner) : inner));
}

/** The same members in the order of their names. */
function sorted(object: JsonObject): JsonObject {
  const names = Object.keys(object).sort();
  return Object.fromEntries(names.map((name) => [name, object[name]]));
}
