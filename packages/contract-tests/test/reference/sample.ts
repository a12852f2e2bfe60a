import { isObject, itemsOf } from "@chainkit/openapi";
import { keywordsOf } from "../../src/schema/walk.ts";
import type { Spec } from "../../src/spec/spec.ts";

/** A value for a schema that has no example as a whole, from the examples of its parts. */
export function sampleOf(spec: Spec, schema: unknown): unknown {
  const keywords = keywordsOf(spec, schema);
  const value = (name: string) => keywords.get(name)?.value;
  const shown = [
    value("example"),
    itemsOf(value("examples"))[0],
    value("default"),
    value("const"),
    itemsOf(value("enum"))[0],
  ];
  const first = shown.find((each) => each !== undefined);
  if (first !== undefined) {
    return first;
  }
  const [type] = [value("type") ?? []].flat().filter((each) => each !== "null");
  switch (type) {
    case "string":
      return "text".padEnd(Number(value("minLength") ?? 0), "x");
    case "integer":
    case "number":
      return Number(value("minimum") ?? Number(value("exclusiveMinimum") ?? 0) + 1);
    case "boolean":
      return true;
    case "array":
      return [sampleOf(spec, value("items"))];
    default: {
      const properties = value("properties");
      if (!isObject(properties)) {
        return {};
      }
      const fields = Object.entries(properties).map(([name, each]) => [name, sampleOf(spec, each)]);
      return Object.fromEntries(fields);
    }
  }
}
