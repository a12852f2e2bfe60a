import { itemsOf } from "@chainkit/openapi";
import type { Spec } from "../spec/spec.ts";
import { childrenOf, ownerOf } from "./children.ts";
import { matchingVariants } from "./text.ts";
import { changed, type Keyword, keywordsOf, type Path } from "./walk.ts";

/** A valid value at the boundary of one keyword. */
export interface Boundary {
  readonly path: Path;
  readonly keyword: Keyword;
  readonly label: string;
  /** The whole value, at the edge at `path`. */
  readonly value: unknown;
}

/**
 * The valid values at the edges of a schema, made from a valid one by one change each. Callers hold
 * them against the schema again, for two keywords may leave nothing at the edge of one of them.
 */
export function* boundaries(
  spec: Spec,
  schema: unknown,
  value: unknown,
  path: Path = [],
  above: ReadonlySet<unknown> = new Set(),
): Generator<Boundary> {
  const keywords = keywordsOf(spec, schema);
  const within = new Set([...above, ownerOf(keywords)]);
  for (const keyword of keywords.values()) {
    for (const [label, edge] of edges(keyword, value, keywords)) {
      yield { path, keyword, label, value: edge };
    }
  }
  for (const [key, child, inner] of childrenOf(spec, keywords, value, within)) {
    for (const boundary of boundaries(spec, child, inner, [...path, key], within)) {
      yield { ...boundary, value: changed(value, [key], boundary.value) };
    }
  }
}

function edges(
  { name, value: rule }: Keyword,
  value: unknown,
  keywords: ReadonlyMap<string, Keyword>,
): [string, unknown][] {
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
      return [
        ["as in the example", value],
        ...matchingVariants(String(rule), text ?? "").map(
          ({ label, text: variant }): [string, unknown] => [label, variant],
        ),
      ];
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
}

function filled(list: readonly unknown[], length: number): unknown[] {
  return Array.from({ length }, (_, index) => list[index] ?? list[0]);
}
