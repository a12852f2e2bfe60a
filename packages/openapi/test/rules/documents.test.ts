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

  it("have ids of their own: one that another has, or that is reserved, is made of method and path", () => {
    const paths = {
      "/a": get("list"),
      "/b": get("list"),
      "/c": get("then"),
      "/d": get("__proto__"),
    };
    const { operations, invented, problems } = readRules(documentOf(paths));
    expect(operations.map(({ id }) => id)).toEqual(["list", "getB", "getC", "getD"]);
    expect([...invented.values()]).toEqual(["GET /b", "GET /c", "GET /d"]);
    expect(problems).toEqual([]);
  });

  it("that state no id have one made of method and path", () => {
    const document = documentOf({ "/things": get(undefined), "/things/": get(undefined) });
    const { problems, invented } = readRules(document);
    expect(problems).toEqual([]);
    expect([...invented]).toEqual([
      ["getThings", "GET /things"],
      ["getThings2", "GET /things/"],
    ]);
    // What is stated stays, wherever it stands.
    const later = documentOf({ "/a": get(undefined), "/b": get("getA") });
    expect(readRules(later).operations.map(({ id }) => id)).toEqual(["getA2", "getA"]);
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
