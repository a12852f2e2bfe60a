import { isDeepStrictEqual } from "node:util";
import { isObject } from "@chainkit/openapi";
import { same } from "./leaves.ts";

/** Finds the location at which a value differs from the facts that it must include; undefined if there is none. */
export function differenceFrom(facts: unknown, value: unknown, place = "body"): string | undefined {
  if (Array.isArray(facts)) {
    const items = Array.isArray(value) ? value : [];
    return facts
      .map((fact, index) => differenceFrom(fact, items[index], `${place}[${index}]`))
      .find((each) => each !== undefined);
  }
  if (isObject(facts)) {
    return Object.entries(facts)
      .map(([name, fact]) =>
        differenceFrom(fact, isObject(value) ? value[name] : undefined, `${place}.${name}`),
      )
      .find((each) => each !== undefined);
  }
  return isDeepStrictEqual(facts, value) || same(facts, value) ? undefined : place;
}
