import { describe, expect, it } from "vitest";
import {
  isIdentifier,
  pascalCase,
  propertyName,
  readRules,
  statusKey,
} from "../../src/rules/index.ts";
import { documentWith, problemsOf } from "./support.ts";

const text = { type: "string" };

describe("names", () => {
  it("are identifiers or quoted", () => {
    expect(["a", "$a_1", "größe", "1a", "a-b", ""].map(isIdentifier)).toEqual([
      ...[true, true, true, false, false, false],
    ]);
    expect([propertyName("a"), propertyName("a-b")]).toEqual(["a", '"a-b"']);
    expect([statusKey("404"), statusKey("4XX"), statusKey("default")]).toEqual([
      ...["404", '"4XX"', '"default"'],
    ]);
  });

  it.each([
    ["repos/get-content", "ReposGetContent"],
    ["/a/", "A"],
    ["2fa", "_2fa"],
    ["-", ""],
  ])("of types are made of others: %s is %s", (name, type) => {
    expect(pascalCase(name)).toBe(type);
  });

  it("of parameters are told apart by their places, headers without case", () => {
    const documentAt = (places: [name: string, place: string][]) =>
      documentWith({
        parameters: places.map(([name, place]) => ({ name, in: place, schema: text })),
      });
    const at = (...places: [name: string, place: string][]) => problemsOf(documentAt(places));
    const named = (...places: [name: string, place: string][]) =>
      readRules(documentAt(places)).operations[0]?.parameters.map(({ name, rule }) => [name, rule]);
    expect(named(["p", "query"], ["p", "header"])).toEqual([
      ["p", { in: "query" }],
      ["header_p", { in: "header", name: "p", style: "simple" }],
    ]);
    expect(named(["x-a", "query"], ["X-A", "header"])?.[1]).toEqual([
      "header_X-A",
      { in: "header", name: "X-A", style: "simple" },
    ]);
    const path = "/{type}";
    const inPath = { name: "type", in: "path", required: true, schema: text };
    const inQuery = { name: "type", in: "query", schema: { type: "array", items: text } };
    const zones = documentWith({ path, parameters: [inQuery, inPath] });
    expect(readRules(zones).operations[0]?.parameters).toMatchObject([
      { name: "query_type", rule: { in: "query", name: "type", style: "form" } },
      { name: "type", rule: { in: "path" } },
    ]);
    expect(at(["X-A", "query"], ["x-a", "cookie"])).toEqual([]);
  });
});
