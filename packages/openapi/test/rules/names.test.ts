import { describe, expect, it } from "vitest";
import { isIdentifier, pascalCase, propertyName, statusKey } from "../../src/rules/index.ts";
import { documentWith, json, problemsOf } from "./support.ts";

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

  it("of parameters are told apart, headers without case", () => {
    const at = (...places: [name: string, place: string][]) => {
      const parameters = places.map(([name, place]) => ({ name, in: place, schema: text }));
      return problemsOf(documentWith({ parameters }));
    };
    expect(at(["p", "query"], ["p", "header"])).toEqual([
      'parameter "p": is in the query and in the header',
    ]);
    expect(at(["X-A", "header"], ["x-a", "header"])).toEqual([
      'parameter "x-a": is in the header and in the header',
    ]);
    expect(at(["x-a", "query"], ["X-A", "header"])).toEqual([
      'parameter "X-A": is in the query and in the header',
    ]);
    expect(at(["X-A", "query"], ["x-a", "cookie"])).toEqual([]);
    expect(at(["__proto__", "query"])).toEqual(["parameter __proto__: is not a valid name"]);
    const parameters = [{ name: "body", in: "query", schema: text }];
    const requestBody = json({ type: "array" });
    expect(problemsOf(documentWith({ method: "post", parameters, requestBody }))).toEqual([
      'parameter "body": is in the query and in the body',
    ]);
  });
});
