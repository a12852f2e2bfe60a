import { describe, expect, it } from "vitest";
import { readRules } from "../../src/rules/index.ts";
import { documentOf, empty } from "./support.ts";

const get = (operationId: string | undefined, others: object = {}) => ({
  get: { ...(operationId && { operationId }), responses: empty, ...others },
});

describe("operations", () => {
  const listOf = (document: object, omit?: string[]) =>
    readRules(document as never, omit).problems.map(({ operation, route, where, what }) => [
      ...[operation, route, where, what],
    ]);

  it("have ids of their own, of which some are reserved", () => {
    const paths = {
      "/a": get("list"),
      "/b": get("list"),
      "/c": get("then"),
      "/d": get("__proto__"),
    };
    expect(listOf(documentOf(paths))).toEqual([
      ["then", "GET /c", "operationId", "is reserved"],
      ["__proto__", "GET /d", "operationId", "is reserved"],
    ]);
    expect(listOf(documentOf(paths), ["then", "GET /d"])).toEqual([]);
    const { operations, invented } = readRules(documentOf(paths));
    expect(operations.map(({ id }) => id)).toEqual(["list", "getB"]);
    expect([...invented]).toEqual([["getB", "GET /b"]]);
  });

  it("that state no id have one made of method and path", () => {
    const document = documentOf({ "/things": get(undefined), "/things/": get(undefined) });
    const { problems, invented } = readRules(document);
    const fix = "write an operationId of its own; this one is made of method and path";
    expect(problems).toMatchObject([{ operation: "GET /things/", fix }]);
    expect([...readRules(document, ["GET /things/"]).invented]).toEqual([
      ["getThings", "GET /things"],
    ]);
    expect(invented.size).toBe(1);
    expect(readRules(documentOf({ "/a": get("then") })).problems).toMatchObject([
      { fix: "choose another id" },
    ]);
  });

  it("may share their ids with webhooks and callbacks, which no client calls", () => {
    const done = { "{$request.body#/url}": { post: { operationId: "b", responses: empty } } };
    const paths = { "/a": get("a", { callbacks: { done } }), "/b": get("b") };
    const webhooks = { made: { post: { operationId: "a", responses: empty } } };
    expect(listOf(documentOf(paths, { webhooks }))).toEqual([]);
  });

  it("may be checked for other names", () => {
    const check = (id: string) => (id === "a" ? "is taken" : undefined);
    const { problems } = readRules(documentOf({ "/a": get("a"), "/b": get("b") }), [], check);
    expect(problems.map(({ operation, what }) => `${operation} ${what}`)).toEqual(["a is taken"]);
  });

  it("that are left out have to be there", () => {
    expect(listOf(documentOf({ "/a": get("a") }), ["GET /a", "b"])).toEqual([
      ["", "", "--omit b", "unknown operation"],
    ]);
  });

  it("fail for what is no fault of the document", () => {
    const get = {
      get responses(): object {
        throw new TypeError("a bug");
      },
    };
    expect(() => readRules(documentOf({ "/a": { get } }))).toThrow("a bug");
  });
});
