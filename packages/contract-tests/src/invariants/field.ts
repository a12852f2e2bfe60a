import { isObject } from "@chainkit/openapi";

/** A field of a value; undefined if it has none of that name. */
export function field(value: unknown, name: string): unknown {
  return isObject(value) ? value[name] : undefined;
}
