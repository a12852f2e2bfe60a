import { asObject, isObject } from "@chainkit/openapi";

/** The scalars of a value, by their places; items of a list share one (`[]`). */
export function leavesOf(value: unknown, place = ""): [place: string, leaf: unknown][] {
  if (Array.isArray(value)) {
    return value.flatMap((item) => leavesOf(item, `${place}[]`));
  }
  if (isObject(value)) {
    return Object.entries(value).flatMap(([name, inner]) => leavesOf(inner, `${place}.${name}`));
  }
  return [[place, value]];
}

/** Whether two scalars name the same thing: a number may come as text, hexadecimal in either case. */
export function same(one: unknown, other: unknown): boolean {
  if (one === null || other === null || typeof one === "object") {
    return false;
  }
  const [left, right] = [String(one), String(other)];
  return /^0x/i.test(left) ? left.toLowerCase() === right.toLowerCase() : left === right;
}

/** The scalars at one place. */
export function leavesAt(value: unknown, place: string): unknown[] {
  return leavesOf(value).flatMap(([each, leaf]) => (each === place ? [leaf] : []));
}

/** Finds the location at which a value differs from the facts that it must include; undefined if there is none. */
export function differenceFrom(facts: unknown, value: unknown, place = "body"): string | undefined {
  if (typeof facts !== "object" || facts === null) {
    return facts === value || same(facts, value) ? undefined : place;
  }
  const inner = asObject(value);
  return Object.entries(facts)
    .map(([key, fact]) =>
      differenceFrom(
        fact,
        inner[key],
        Array.isArray(facts) ? `${place}[${key}]` : `${place}.${key}`,
      ),
    )
    .find((each) => each !== undefined);
}
