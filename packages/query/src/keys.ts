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

/**
 * Copies the parameters of options: a request must be the one that its key names, whatever the caller does
 * to its object until then.
 */
export const snapshot = <Value>(value: Value): Value => copy(value, (each) => each) as Value;

const hashable = (value: unknown): unknown => copy(value, withoutBigint);

/** Replaces a bigint, for which JSON has no form, by the number or the digits that are sent. */
function withoutBigint(value: unknown): unknown {
  if (typeof value !== "bigint") {
    return value;
  }
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : String(value);
}

/** Copies plain objects and arrays. */
function copy(value: unknown, leaf: (value: unknown) => unknown): unknown {
  if (Array.isArray(value)) {
    return value.map((each) => copy(each, leaf));
  }
  if (
    typeof value === "object" &&
    value !== null &&
    Object.getPrototypeOf(value) === Object.prototype
  ) {
    const entries = Object.entries(value);
    return Object.fromEntries(entries.map(([name, each]) => [name, copy(each, leaf)]));
  }
  return leaf(value);
}
