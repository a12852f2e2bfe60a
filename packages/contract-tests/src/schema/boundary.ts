import { itemsOf } from "@chainkit/openapi";
import type { Spec } from "../spec/spec.ts";
import { matchingVariants } from "./text.ts";
import { type Change, type Variant, variants } from "./variants.ts";

/**
 * The valid values at the edges of a schema, made from a valid one by one change each. Callers hold
 * them against the schema again, for two keywords may leave nothing at the edge of one of them.
 */
export function boundaries(spec: Spec, schema: unknown, value: unknown): Generator<Variant> {
  return variants(spec, schema, value, edges);
}

const edges: Change = ({ name, value: rule }, value, keywords) => {
  const text = typeof value === "string" ? value : undefined;
  const step = Number(keywords.get("multipleOf")?.value ?? 1);
  switch (name) {
    case "type":
      return itemsOf(rule).includes("null") ? [["null", null]] : [];
    case "enum":
      return itemsOf(rule).map((each) => [JSON.stringify(each), each]);
    case "const":
      return [[JSON.stringify(rule), rule]];
    case "pattern":
      return [["as in the example", value], ...matchingVariants(String(rule), text ?? "")];
    case "format":
      return [["as in the example", value]];
    case "minimum":
    case "maximum":
      return [["the bound itself", rule]];
    case "exclusiveMinimum":
      return [["next to the bound", Number(rule) + step]];
    case "exclusiveMaximum":
      return [["next to the bound", Number(rule) - step]];
    case "multipleOf":
      return [
        ["a multiple", Number(rule)],
        ["as in the example", value],
      ];
    case "minLength":
      return text === undefined
        ? []
        : [["the shortest", text.slice(0, Number(rule)).padEnd(Number(rule), "x")]];
    case "maxLength":
      return text === undefined
        ? []
        : [["the longest", text.slice(0, Number(rule)).padEnd(Number(rule), text || "x")]];
    case "minItems":
      return Array.isArray(value)
        ? [
            ["the fewest", value.slice(0, Number(rule))],
            ["as in the example", value],
          ]
        : [];
    case "maxItems":
      return Array.isArray(value)
        ? [
            ["the most", filled(value, Number(rule))],
            ["as in the example", value],
          ]
        : [];
    default:
      return [];
  }
};

function filled(list: readonly unknown[], length: number): unknown[] {
  return Array.from({ length }, (_, index) => list[index] ?? list[0]);
}
