import { itemsOf } from "@chainkit/openapi";
import type { Spec } from "../spec/spec.ts";
import { matchingVariants } from "./text.ts";
import { type Changes, ofList, ofText, type Variant, variants } from "./variants.ts";

const EDGES: Changes = {
  type: (rule) => (itemsOf(rule).includes("null") ? [["null", null]] : []),
  enum: (rule) => itemsOf(rule).map((each) => [JSON.stringify(each), each]),
  const: (rule) => [[JSON.stringify(rule), rule]],
  pattern: (rule, value) => [
    ["as in the example", value],
    ...matchingVariants(String(rule), typeof value === "string" ? value : ""),
  ],
  format: (_, value) => [["as in the example", value]],
  minimum: (rule) => [["the bound itself", rule]],
  maximum: (rule) => [["the bound itself", rule]],
  exclusiveMinimum: (rule, _, step) => [["next to the bound", Number(rule) + step]],
  exclusiveMaximum: (rule, _, step) => [["next to the bound", Number(rule) - step]],
  multipleOf: (rule, value) => [
    ["a multiple", Number(rule)],
    ["as in the example", value],
  ],
  minLength: ofText((rule, text) => [
    ["the shortest", text.slice(0, Number(rule)).padEnd(Number(rule), "x")],
  ]),
  maxLength: ofText((rule, text) => [
    ["the longest", text.slice(0, Number(rule)).padEnd(Number(rule), text || "x")],
  ]),
  minItems: ofList((rule, list) => [
    ["the fewest", list.slice(0, Number(rule))],
    ["as in the example", list],
  ]),
  maxItems: ofList((rule, list) => [
    ["the most", Array.from({ length: Number(rule) }, (_, index) => list[index] ?? list[0])],
    ["as in the example", list],
  ]),
};

/** Whether a keyword has a boundary that every valid request could reach. */
export function hasEdge(keyword: string): boolean {
  return keyword !== "type" && Object.hasOwn(EDGES, keyword);
}

/**
 * The valid values at the edges of a schema, made from a valid one by one change each. Callers hold
 * them against the schema again, for two keywords may leave nothing at the edge of one of them.
 */
export function boundaries(spec: Spec, schema: unknown, value: unknown): Generator<Variant> {
  return variants(spec, schema, value, EDGES);
}
