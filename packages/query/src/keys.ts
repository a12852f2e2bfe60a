import type { Operation } from "@chainkit/runtime";

/** Parameters by wire name. */
export type Params = Readonly<Record<string, unknown>>;

/**
 * Returns the parameters as a key holds them: equal requests have equal keys, and every key can be
 * hashed. Left out is what is not sent: undefined, and null outside of a body.
 */
export function keyParams({ parameters }: Operation, params: Params): Params {
  const sent = Object.entries(params).filter(
    ([name, value]) => value !== undefined && (value !== null || parameters?.[name]?.in === "body"),
  );
  return Object.fromEntries(sent.map(([name, value]) => [name, hashable(value)]));
}

/** Replaces each bigint, for which JSON has no form, by the number or the digits that are sent. */
function hashable(value: unknown): unknown {
  if (typeof value === "bigint") {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : String(value);
  }
  if (Array.isArray(value)) {
    return value.map(hashable);
  }
  if (
    typeof value === "object" &&
    value !== null &&
    Object.getPrototypeOf(value) === Object.prototype
  ) {
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, hashable(each)]));
  }
  return value;
}
